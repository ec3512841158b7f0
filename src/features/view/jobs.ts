/**
 * Commands that a page has started, one after the other, each in a process of its own that ends with `passhat view`.
 */
import process from "node:process"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import * as Semaphore from "effect/Semaphore"
import { escapeLine } from "../../base/std/escape.ts"
import { childCommand, type Ended, type Surroundings } from "../mcp/childCommand.ts"
import { hideInMessage } from "../../app/kit/exitWith.ts"
import type { UsageError } from "../../app/kit/UsageError.ts"
import type { Job } from "./Api.ts"

/** What a command says is kept of its last jobs. */
const MOST_JOBS = 20
const MOST_SAID = 4_000

export const jobsOf = Effect.fnUntraced(function* (around: Surroundings, changed: () => void) {
  const fibers = yield* FiberSet.make<void>()
  const turn = yield* Semaphore.make(1)
  let jobs: ReadonlyArray<Job> = []
  let last = 0

  const put = (job: Job): void => {
    jobs = [job, ...jobs.filter(({ id }) => id !== job.id)].toSorted((a, b) => b.id - a.id).slice(0, MOST_JOBS)
    changed()
  }

  return {
    all: () => jobs,
    /** `argv` is decided when it is its turn. */
    start: Effect.fnUntraced(function* (what: string, argv: Effect.Effect<ReadonlyArray<string>, UsageError>) {
      const id = ++last
      put({ id, what, state: "running", said: "" })
      const work = Effect.flatMap(argv, (words) => childCommand(words, around)).pipe(
        turn.withPermits(1),
        Effect.flatMap((ended) =>
          Effect.map(saidBy(ended), (said): Job => ({ id, what, said, state: stateOf(ended) }))
        ),
        Effect.catch(({ message }) => Effect.succeed<Job>({ id, what, state: "failed", said: message })),
        Effect.map(put)
      )
      yield* FiberSet.run(fibers, work)
      return id
    })
  }
})

export type Jobs = Effect.Success<ReturnType<typeof jobsOf>>

/** 1 is a verdict: what was asked for is done. */
const stateOf = ({ code }: Ended): Job["state"] => (code === 0 || code === 1 ? "done" : "failed")

const saidBy = ({ code, signal, stderr, stdout }: Ended): Effect.Effect<string> => {
  const text = `${stdout}${stderr}`.trim().slice(-MOST_SAID)
  const how = code === 0 ? "" : `\nIt ended with ${signal ?? `exit code ${code}`}.`
  return Effect.map(hideInMessage(text, process.env), (hidden) =>
    `${hidden.split("\n").map(escapeLine).join("\n")}${how}`.trim()
  )
}
