/**
 * Tells a listener what a run waits for whenever that changes. Of several waits the one that began last is given: a back-off is part
 * of asking the model, and a call part of an agent's work.
 */
import * as Effect from "effect/Effect"
import type { Usage } from "../../base/domain/recording/Cassette.ts"
import { hasFailed } from "../../base/domain/trace/hasFailed.ts"
import type { Cell } from "../../base/domain/plan/Plan.ts"
import type { Listener, MadeCall, Wait } from "../services/Progress.ts"
import type { Noting } from "../services/Waits.ts"
import { tryCatch } from "../../base/std/tryCatch.ts"

interface OpenWait {
  readonly on: Wait
  readonly tool: string | undefined
}

/** How many calls of a run are given: those that came last. */
const LATEST = 20

type Listeners = ReadonlyArray<NonNullable<Listener["waiting"]>>

export const noteWaits = (listeners: Listeners, cell: Cell, index: number): Noting => {
  const open = new Set<OpenWait>()
  let calls: ReadonlyArray<MadeCall> = []
  let made = 0
  let usage: Usage = { input: 0, output: 0 }
  const tell = (): void => {
    const last = [...open].at(-1)
    if (last === undefined) return
    const tools = [...open].flatMap(({ tool }) => tool ?? [])
    // A listener that throws changes no verdict.
    for (const waiting of listeners) tryCatch(() => waiting({ cell, index, on: last.on, tools, usage, made, calls }))
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
    called: (call) => {
      const begun: MadeCall = { call, state: "open" }
      made += 1
      calls = [...calls, begun].slice(-LATEST)
      tell()
      return (answer) => {
        const state = hasFailed(answer) ? ("failed" as const) : ("answered" as const)
        calls = calls.map((one) => (one === begun ? { call, state } : one))
        tell()
      }
    },
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
