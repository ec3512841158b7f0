/**
 * `passhat check`: whether suites compile, and whether their recordings are whole and fresh. Judges nothing.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import type { Issue } from "../domain/Issue.ts"
import type { Cell } from "../domain/Plan.ts"
import { visible } from "../report/visible.ts"
import { Cassettes } from "../services/Cassettes.ts"
import { type CompiledSuite, compileSuites, type LoadedSuite } from "./compileSuites.ts"
import { stdout } from "./output.ts"
import { noFlags, type RunFlags } from "./runFlags.ts"
import { worldOf } from "./world.ts"

export const check = Effect.fn("check")(function* (
  loaded: ReadonlyArray<LoadedSuite>,
  asked: Pick<RunFlags, "cassettes" | "filter">
) {
  const flags: RunFlags = { ...noFlags, ...asked }
  const found = yield* Effect.forEach(compileSuites(loaded, flags), (one) =>
    "issues" in one ? Effect.succeed([{ of: one.project.file, issues: one.issues }]) : checkSuite(one, flags)
  )
  const lines = found.flat().flatMap(({ issues, of }) => (issues.length === 0 ? [`ok    ${of}`] : issues.map(line(of))))
  yield* stdout(lines.map((one) => `${visible(one)}\n`).join(""))
  return found.flat().every(({ issues }) => issues.every((one) => one.advisory)) ? 0 : 2
})

const line =
  (of: string) =>
  ({ advisory, code, hint, message }: Issue): string =>
    `${advisory ? "note" : "stale"}  ${of}: ${code}: ${message} ${hint}`

const checkSuite = (suite: CompiledSuite, flags: RunFlags) =>
  Effect.forEach(suite.plan.cells, (cell) =>
    Effect.map(Effect.scoped(recordingIssues(cell)), (issues) => ({ of: `${suite.project.file} ${cell.name}`, issues }))
  ).pipe(Effect.provide(worldOf("replay", {})(suite, flags)))

const recordingIssues = Effect.fnUntraced(function* (cell: Cell) {
  const opened = yield* Effect.result((yield* Cassettes).open(cell))
  if (Result.isFailure(opened)) return [opened.failure.issue]
  const { issues, recorded } = opened.success
  const missing = Array.from({ length: cell.runs }, (_, at) => recorded(at + 1)).flatMap((run) =>
    Option.toArray(Result.getFailure(run))
  )
  return [...issues, ...missing]
})
