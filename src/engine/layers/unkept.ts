/**
 * Cassettes that keep nothing: what is judged is what a recording would hold.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Cell } from "../../base/domain/plan/Plan.ts"
import { Cassettes } from "../services/Cassettes.ts"
import type { SuiteContext, SuiteWorld } from "./SuiteContext.ts"
import { headerOf } from "./record/header.ts"
import { nothing } from "./record/recover.ts"
import { makeRedactor } from "./record/redact.ts"
import { memoryTape } from "./store/tape.ts"

export const unkept = (at: SuiteContext, world: SuiteWorld): Layer.Layer<Cassettes> =>
  Layer.succeed(Cassettes, { open: unkeptTape(at, world), unused: () => Effect.succeed([]) })

/** A tape of a cell that keeps nothing. */
export const unkeptTape = (at: SuiteContext, world: SuiteWorld) => {
  const redactor = makeRedactor(world.secrets)
  return Effect.fnUntraced(function* (cell: Cell) {
    const file = `The run of ${cell.id}`
    return memoryTape({ cell, file, redactor, header: yield* headerNow(at, world, cell) }, nothing)
  })
}

/** The header of a cassette that is recorded now. */
export const headerNow = ({ suite }: SuiteContext, { version }: SuiteWorld, cell: Cell) =>
  Effect.map(Clock.currentTimeMillis, (at) => headerOf(cell, { suite, at: new Date(at).toISOString(), version }))
