/**
 * Reports of suites of cases.
 */
import type { Report } from "../../../src/base/domain/verdict/Verdict.ts"
import { caseTables } from "../../../src/engine/judge/caseTables.ts"
import { cell, gate, report, run, suite } from "./sample.ts"

/** A suite of cases: every tenth is red on the last model. */
export const tableOf = (names: ReadonlyArray<string>, models: ReadonlyArray<string>): Report => {
  const cells = names.flatMap((name, at) =>
    models.map((model) => {
      const verdict = at % 10 === 9 && model === models.at(-1) ? "fail" : "pass"
      return cell({
        id: `s/${at}/${model}`,
        agent: name,
        model,
        name: `${name} [${model}]`,
        case: { table: "cases/x.csv", row: name },
        verdict,
        runs: [run(1), run(2, { verdict })],
        gates: [gate({ scope: "run", gate: "expect", verdict })]
      })
    })
  )
  return report(suite({ cells, ...caseTables(cells) }))
}

export const numbered = (count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, at) => `asks for one and the same thing in very many words, number ${at + 1}`)
