/**
 * Reports of a thousand runs, twenty-one of them red for three reasons, in one cell, fifty cells and a thousand cells.
 */
import type { CellVerdict, Report, RunVerdict } from "../../../src/base/domain/verdict/Verdict.ts"
import { cell, check, gate, report, run, suite } from "./sample.ts"

const reasons = [
  (index: number) =>
    check(
      { target: "tool_calls[0].args.city", verdict: "fail", expected: `equal to "Rome"`, actual: `Rom ${index}` },
      { run: index, path: "tool_calls[0].args.city", reason: `expected equal to "Rome"`, actual: `Rom ${index}` }
    ),
  (index: number) =>
    check({ verdict: "fail", actual: 0 }, { run: index, reason: `no call ${index} is left for weather/get_weather` }),
  (index: number) =>
    check(
      { target: "tool_results[0].is_error", verdict: "fail", expected: "equal to false", actual: true },
      { run: index, call_id: `c${index}`, reason: `the server answered with the error "timeout ${index}"` }
    )
]

/** Twenty-one of the first thousand places, seven for each reason. */
const isRed = (place: number): boolean => place % 47 === 3 && place < 987

const runs = (count: number, from: number): ReadonlyArray<RunVerdict> =>
  Array.from({ length: count }, (_, at) =>
    isRed(from + at)
      ? run(at + 1, { verdict: "fail", checks: [reasons[(from + at) % 3]!(at + 1)] })
      : run(at + 1, { checks: [check()] })
  )

const judged = (name: string, its: ReadonlyArray<RunVerdict>): CellVerdict => {
  const failed = its
    .filter(({ verdict }) => verdict === "fail")
    .map(({ index }) => ({ run: index, reason: "it failed" }))
  const verdict = failed.length > 0 ? "fail" : "pass"
  return cell({
    name,
    verdict,
    runs: its,
    gates: [
      gate({ id: "expect#1", gate: "expect", scope: "run", title: "expect", verdict, checks: [] }),
      gate({
        id: "reliability#1",
        gate: "reliability",
        scope: "outcomes",
        title: "reliability",
        verdict,
        summary: `${its.length - failed.length} of ${its.length}`,
        report: its.length > 1 ? { "reliability.decay_curve": [100, 98, 96] } : {},
        checks: [check({ target: "reliability.passhat_k", verdict, expected: "at least 100", actual: 96 }, ...failed)]
      })
    ],
    ...(verdict === "fail" && { command: `passhat run suites/many.ts --filter '${name}' --verbose` })
  })
}

const split = (cells: number): Report =>
  report(
    suite({
      suite: "many",
      file: "suites/many.ts",
      cells: Array.from({ length: cells }, (_, at) =>
        judged(cells === 1 ? "asks" : `asks ${at}`, runs(1_000 / cells, (at * 1_000) / cells))
      )
    })
  )

export const many = { oneCell: split(1), fiftyCells: split(50), aCellEach: split(1_000) }
