/**
 * `passhat check`: whether suites compile, and whether their recordings are whole and fresh. Judges nothing.
 */
import process from "node:process"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as Result from "effect/Result"
import type { Issue } from "../domain/Issue.ts"
import type { Cell } from "../domain/Plan.ts"
import { escapeLine } from "../std/escape.ts"
import { Cassettes } from "../services/Cassettes.ts"
import type { CompiledSuite, LoadedSuite } from "./compileSuites.ts"
import { stdout } from "./output.ts"
import { noFlags } from "./noFlags.ts"
import type { RunFlags } from "./runFlags.ts"
import type { SelectionFlags } from "./select/Choice.ts"
import { selectSuites } from "./select/selectSuites.ts"
import { worldOf } from "./world.ts"

export const check = Effect.fn("check")(function* (
  loaded: ReadonlyArray<LoadedSuite>,
  asked: Pick<RunFlags, "cassettes"> & SelectionFlags
) {
  const flags: RunFlags = { ...noFlags, ...asked }
  const suites = yield* selectSuites(loaded, flags, process.env)
  const found = yield* Effect.forEach(
    suites,
    (one): Effect.Effect<ReadonlyArray<Checked>, never, FileSystem.FileSystem> =>
      "issues" in one ? Effect.succeed([{ of: one.project.file, issues: one.issues }]) : checkSuite(one, flags)
  )
  const checked = found.flat()
  yield* stdout(
    checked
      .flatMap(linesOf)
      .map((one) => `${escapeLine(one)}\n`)
      .join("")
  )
  const whole = checked.every(({ issues }) => issues.every((one) => one.advisory))
  return whole && checked.some(({ skipped }) => skipped === undefined) ? 0 : 2
})

interface Checked {
  readonly of: string
  readonly issues: ReadonlyArray<Issue>
  /** Why it was left out. */
  readonly skipped?: string
}

const linesOf = ({ issues, of, skipped }: Checked): ReadonlyArray<string> => {
  if (skipped !== undefined) return [`skip  ${of}: ${skipped}`]
  return issues.length === 0 ? [`ok    ${of}`] : issues.map(line(of))
}

const line =
  (of: string) =>
  ({ advisory, code, hint, message }: Issue): string =>
    `${advisory ? "note" : "stale"}  ${of}: ${code}: ${message} ${hint}`

const checkSuite = (suite: CompiledSuite, flags: RunFlags) =>
  Effect.forEach(suite.plan.cells, (cell) => {
    const of = `${suite.project.file} ${cell.name}`
    return cell.skipped === undefined
      ? Effect.map(Effect.scoped(recordingIssues(cell)), (issues): Checked => ({ of, issues }))
      : Effect.succeed<Checked>({ of, issues: [], skipped: cell.skipped })
  }).pipe(Effect.provide(worldOf("replay", {})(suite, flags)))

/** A replay reads everything that a run of the suite would read. */
const recordingIssues = Effect.fnUntraced(function* (cell: Cell) {
  const opened = yield* Effect.result((yield* Cassettes).open(cell))
  if (Result.isFailure(opened)) return [opened.failure.issue]
  if (!("play" in opened.success)) return opened.success.issues
  const missing: Array<Issue> = []
  const played = yield* Effect.result(
    opened.success.play({ run: () => undefined, missing: (_, why) => missing.push(why) })
  )
  return Result.isFailure(played) ? [played.failure.issue] : [...played.success, ...missing]
})
