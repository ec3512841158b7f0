/**
 * Tells a listener what a run waits for whenever that changes. Of several waits the one that began last is told: a back-off is part
 * of asking the model, and a call part of an agent's work.
 */
import * as Effect from "effect/Effect"
import type { Usage } from "../domain/Cassette.ts"
import type { Cell } from "../domain/Plan.ts"
import type { Wait, Listener } from "../services/Progress.ts"
import type { Noting } from "../services/Waits.ts"
import { tryCatch } from "../std/tryCatch.ts"

interface OpenWait {
  readonly on: Wait
  readonly tool: string | undefined
}

export const noteWaits = (waiting: NonNullable<Listener["waiting"]>, cell: Cell, index: number): Noting => {
  const open = new Set<OpenWait>()
  let usage: Usage = { input: 0, output: 0 }
  const tell = (): void => {
    const last = [...open].at(-1)
    if (last === undefined) return
    const tools = [...open].flatMap(({ tool }) => tool ?? [])
    // A listener that throws changes no verdict.
    tryCatch(() => waiting({ cell, index, on: last.on, tools, usage }))
  }
  return {
    during: (self, on, tool) =>
      Effect.suspend(() => {
        const wait: OpenWait = { on, tool }
        open.add(wait)
        tell()
        return Effect.ensuring(
          self,
          Effect.sync(() => {
            open.delete(wait)
            tell()
          })
        )
      }),
    used: (more) => {
      usage = sum(usage, more)
      tell()
    }
  }
}

const sum = (one: Usage, other: Usage): Usage => ({
  input: one.input + other.input,
  output: one.output + other.output,
  cache_read: (one.cache_read ?? 0) + (other.cache_read ?? 0),
  cache_write: (one.cache_write ?? 0) + (other.cache_write ?? 0)
})
