/**
 * Runs of a driver without the framework that it is written for.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import assert from "node:assert/strict"
import { agent, error, fault, faults, suite } from "passhat"
import { replayRun } from "../../../src/engine/agentLoop/replayRun.ts"
import type { RecordedRun } from "../../../src/base/domain/recording/Cassette.ts"
import type { Trace } from "../../../src/base/domain/trace/Trace.ts"
import type { Driver } from "../../../src/language/dsl/driver.ts"
import { text } from "../../../src/engine/layers/scripted/toolHub.ts"
import * as ScriptedModel from "../../../src/engine/layers/scripted/model.ts"
import * as ScriptedTools from "../../../src/engine/layers/scripted/toolHub.ts"
import { perform } from "../../../src/engine/run/perform.ts"
import { McpEndpoints, UserCodes } from "../../../src/engine/services/Driver.ts"
import { compiledOf } from "../../suites.ts"
import { weather } from "../../types/servers.ts"

const world = Layer.mergeAll(
  ScriptedModel.layer(() => ({ turns: [] })),
  ScriptedTools.layer({ weather: { get_weather: () => text("sunny") } }),
  Layer.succeed(McpEndpoints, { open: () => Effect.succeed({ url: "http://127.0.0.1:1/mcp", headers: {} }) })
)
const down = fault("down", weather.tools.get_weather, error("503"))

/** Runs a driver once. With a fault, calls of its tool fail. */
export const performed = async (driver: Driver, isFaulted = false) => {
  const plain = agent("asks", { driver, servers: [weather], prompt: "p" })
  const cell = compiledOf(suite("s", isFaulted ? plain.pipe(faults(down)) : plain)).plan.cells[0]!
  const { run } = await Effect.runPromise(
    perform(cell, 1).pipe(
      Effect.provideService(UserCodes, () => ({ before: [], after: [], drive: driver.drive! })),
      Effect.provide(world)
    )
  )
  return { cell, run }
}

export const traceOf = async (driver: Driver): Promise<Trace> => {
  const { cell, run } = await performed(driver)
  const result = replayRun(cell, run, "f")
  return "trace" in result ? result.trace : assert.fail(result.issue.message)
}

/** Why a run has no verdict. */
export const problemOf = ({ outcome }: RecordedRun): string =>
  outcome.status === "completed" ? "" : outcome.issue.message
