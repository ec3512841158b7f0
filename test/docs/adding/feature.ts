/**
 * A feature: `--tally` prints how many cells have each verdict.
 */
import { type Addition, all, before } from "./Addition.ts"

const row = `/**
 * Prints how many cells have each verdict: \`--tally\`.
 */
import * as Effect from "effect/Effect"
import { lazily } from "../../app/kit/lazily.ts"
import { type Feature, runFeature } from "../../app/run/Feature.ts"

export const tally: Feature = {
  run: runFeature({
    flags: {
      tally: { kind: "boolean", default: false, description: "Print how many cells pass, fail or have no verdict" }
    },
    hooks: (flags) => (flags.tally ? tallyHooks() : Effect.succeed(undefined))
  })
}

const tallyHooks = lazily(() => import("./tally.ts"), "tallyHooks")
`

const hooks = `/**
 * \`--tally\`: how many cells have each verdict, on standard error.
 */
import * as Effect from "effect/Effect"
import type { Report } from "../../base/domain/verdict/Verdict.ts"
import { stderr } from "../../app/kit/output/output.ts"
import type { RunHooks } from "../../app/run/Feature.ts"

export const tallyHooks = (): Effect.Effect<RunHooks> =>
  Effect.succeed({ report: (report) => Effect.as(stderr(tallyOf(report)), report) })

export const tallyOf = ({ suites }: Report): string => {
  const cells = suites.flatMap((suite) => suite.cells)
  const count = (verdict: string): number => cells.filter((cell) => cell.verdict === verdict).length
  return \`cells: \${count("pass")} passed, \${count("fail")} failed, \${count("none")} without a verdict\\n\`
}
`

const test = `import { test } from "bun:test"
import assert from "node:assert/strict"
import { tallyOf } from "../../../src/features/tally/tally.ts"
import { report, sample } from "../../edges/report/sample.ts"

test("a cell without a verdict is not counted as passed", () => {
  assert.equal(tallyOf(sample), "cells: 1 passed, 1 failed, 2 without a verdict\\n")
})

test("a report without cells counts none", () => {
  assert.equal(tallyOf(report()), "cells: 0 passed, 0 failed, 0 without a verdict\\n")
})
`

const help = ["test/docs/reference.test.ts", "-t", "every flag has a row"]
const own = ["test/features/tally/tally.test.ts"]

export const feature: Addition = {
  section: "Adding a feature",
  name: "tally",
  files: {
    "src/features/tally/feature.ts": { text: row, heldBy: help },
    "src/features/tally/tally.ts": { text: hooks, heldBy: own },
    "src/features/features.ts": {
      text: all(
        before('import { types } from "./types', 'import { tally } from "./tally/feature.ts"\n'),
        before("  view,\n", "  tally,\n")
      ),
      heldBy: ["test/architecture.test.ts", "-t", "is in the table of features"]
    },
    "test/features/tally/tally.test.ts": { text: test, heldBy: own },
    "docs/reference.md": {
      text: before("| `--help`, `--version` ", "| `--tally` | prints how many cells pass, fail or have no verdict |\n"),
      heldBy: help
    }
  },
  shown: { args: ["suites/weather.ts", "--tally"], prints: /^cells: 1 passed, 0 failed, 0 without a verdict$/m }
}
