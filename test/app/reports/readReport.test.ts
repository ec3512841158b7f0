import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { readReport } from "../../../src/app/reports/readReport.ts"
import { layer as fileSystem } from "../../../src/engine/layers/platform/fileSystem.ts"
import { issue } from "../../../src/base/domain/issues.ts"
import { json } from "../../../src/edges/report/formats/json.ts"
import { project } from "../project.ts"
import * as samples from "../../edges/report/sample.ts"
import { check, plain, report } from "../../edges/report/sample.ts"
import type { CellVerdict, Check, GateVerdict, Report, RunVerdict } from "../../../src/base/domain/verdict/Verdict.ts"

/** The samples of other tests leave out what verdicts follow from: the checks of gates and runs, and the findings of checks. */
const founded = (value: Report): Report => ({
  ...value,
  suites: value.suites.map((one) => ({
    ...one,
    cells: one.cells.map((each) => ({
      ...each,
      runs: each.runs.map(judged),
      gates: each.gates.map((gate) => checked(gate, each.runs))
    }))
  }))
})

const judged = (run: RunVerdict): RunVerdict => ({
  ...run,
  checks: (run.checks?.length > 0 || run.verdict !== "fail" ? (run.checks ?? []) : [check({ verdict: "fail" })]).map(
    told
  )
})

/** Of several runs, which the samples do not give the checks of. */
const checked = (gate: GateVerdict, runs: ReadonlyArray<RunVerdict>): GateVerdict => ({
  ...gate,
  scope:
    gate.scope !== "run" || runs.some(({ checks }) => checks?.some((one) => one.gate === gate.id))
      ? gate.scope
      : "cell",
  checks: (gate.checks.length > 0 || gate.issues.length > 0 ? gate.checks : [check({ verdict: gate.verdict })]).map(
    told
  )
})

const told = (one: Check): Check => ({
  ...one,
  expected: "valid against the JSON Schema",
  evidence: { findings: one.verdict === "pass" ? [] : [{ reason: "it differs" }] }
})

const sample = founded(samples.sample)
const cell = (): CellVerdict => sample.suites[0]!.cells.find(({ verdict }) => verdict === "pass")!
const ofCell = (changes: Partial<CellVerdict>): Report => founded(samples.ofCell(changes))

const reading = async (bytes: string | Uint8Array) => {
  const folder = mkdtempSync(join(tmpdir(), "passhat-report-"))
  const file = join(folder, "run.json")
  writeFileSync(file, bytes)
  const result = await Effect.runPromise(Effect.result(readReport(file)).pipe(Effect.provide(fileSystem)))
  rmSync(folder, { recursive: true })
  return Result.mapError(result, ({ message }) => message.replaceAll(`${folder}/`, ""))
}

const sentence = async (bytes: string | Uint8Array): Promise<string> => {
  const result = await reading(bytes)
  return Result.isFailure(result) ? result.failure : "accepted"
}

const text = [...json.render(sample, plain)].join("")

describe("a json report, read back", () => {
  test("equals the written report, with fields that a later passhat may have added", async () => {
    assert.deepEqual(await reading(text), Result.succeed(sample))
    const later = { ...sample, volatile: { host: "x" } }
    assert.deepEqual(await reading(JSON.stringify(later)), Result.succeed(later))
    assert.deepEqual(await reading(JSON.stringify(report())), Result.succeed(report()))
  })

  const AGAIN = " Make it again with --reporter json=<file>."
  const [suite] = sample.suites
  const stale = issue("STALE_CASSETTE", "It is stale.", "Record it again.")
  const failedCheck = check({ verdict: "fail", gate: "expect#1" })
  const onRuns = samples.gate({ id: "expect#1", scope: "run", checks: [check()] })
  const rate = samples.gate({ scope: "outcomes", checks: [check()] })
  const broken: ReadonlyArray<readonly [string, string | Uint8Array, string]> = [
    ["no report", "{}", `run.json is not a report of passhat.${AGAIN}`],
    ["a list", "[]", `run.json is not a report of passhat.${AGAIN}`],
    ["an empty file", "", `run.json:1:1: it is not JSON.${AGAIN}`],
    ["half of it", text.slice(0, text.length / 2), `: it is not JSON.${AGAIN}`],
    ["a comma too many", '{\n  "format": "passhat-report",,\n}', `run.json:2:30: it is not JSON.${AGAIN}`],
    ["bytes", new Uint8Array([0x7b, 0xff]), `run.json: it is not UTF-8 text.${AGAIN}`],
    ["a bomb", "[".repeat(100_000), `run.json, [0][0][0][0]: it is nested deeper than 128 levels.${AGAIN}`],
    ["two verdicts", text.replace('"verdict"', '"verdict":"pass","verdict"'), "the key is written twice"],
    [
      "a later version",
      JSON.stringify({ ...sample, version: 2 }),
      "run.json is of version 2, and this passhat reads version 1. Update passhat."
    ],
    ["a strange verdict", JSON.stringify({ ...sample, verdict: "green" }), "run.json, verdict: expected"],
    [
      "a strange run",
      JSON.stringify(ofCell({ runs: [{ index: -1 } as never] })),
      "run.json, suites[0].cells[0].runs[0]"
    ],
    [
      "a cell that passes without a gate",
      JSON.stringify(ofCell({ gates: [] })),
      "run.json, suites[0].cells[0].gates: expected at least one gate that decides of a cell that passes."
    ],
    [
      "a cell that passes without a run",
      JSON.stringify(ofCell({ runs: [] })),
      "run.json, suites[0].cells[0].runs: expected at least one run of a cell that passes."
    ],
    [
      "a cell that passes by gates that decide nothing",
      JSON.stringify(ofCell({ gates: cell().gates.map((gate) => ({ ...gate, advisory: true })) })),
      "run.json, suites[0].cells[0].gates: expected at least one gate that decides"
    ],
    [
      "a better verdict of all",
      JSON.stringify({ ...sample, verdict: "pass" }),
      `run.json, verdict: expected the verdict that follows from what it is of.${AGAIN}`
    ],
    [
      "a better verdict of a suite",
      JSON.stringify({ ...report({ ...suite!, verdict: "pass" }), verdict: "pass" }),
      "run.json, suites[0].verdict: expected the verdict that follows"
    ],
    [
      "a better verdict of a cell",
      JSON.stringify(
        report({ ...suite!, verdict: "pass", cells: suite!.cells.map((one) => ({ ...one, verdict: "pass" as const })) })
      ),
      "run.json, suites[0].cells[0].verdict: expected the verdict that follows"
    ],
    [
      "a better verdict of a gate, over a check that failed",
      JSON.stringify(ofCell({ gates: [samples.gate({ checks: [check({ verdict: "fail" })] })] })),
      "run.json, suites[0].cells[0].gates[0].verdict: expected the verdict that follows"
    ],
    [
      "a better verdict of a gate, over an issue",
      JSON.stringify(ofCell({ gates: [samples.gate({ checks: [check()], issues: [stale] })] })),
      "run.json, suites[0].cells[0].gates[0].verdict: expected the verdict that follows"
    ],
    [
      "a gate that passes without a check",
      JSON.stringify(samples.ofCell()),
      "run.json, suites[0].cells[0].gates[0].verdict: expected the verdict that follows"
    ],
    [
      "a better verdict of a run, over a check that failed",
      JSON.stringify(ofCell({ runs: [samples.run(1, { checks: [check({ verdict: "fail" })] })] })),
      "run.json, suites[0].cells[0].runs[0].verdict: expected the verdict that follows"
    ],
    [
      "a better verdict of a run, over an issue",
      JSON.stringify(ofCell({ runs: [samples.run(1, { issues: [stale] })] })),
      "run.json, suites[0].cells[0].runs[0].verdict: expected the verdict that follows"
    ],
    [
      "a gate that passes, and a run that fails it",
      JSON.stringify(
        ofCell({ gates: [onRuns, rate], runs: [samples.run(1, { verdict: "fail", checks: [failedCheck] })] })
      ),
      "run.json, suites[0].cells[0].gates[0].verdict: expected the verdict that follows"
    ],
    [
      "a cell that is called skipped, and has runs",
      JSON.stringify(ofCell({ skipped: "later", verdict: "pass" })),
      "run.json, suites[0].cells[0].skipped: expected a cell without runs and gates."
    ]
  ]
  test.each(broken)("%s is refused with one sentence that has the place", async (_, bytes, expected) => {
    const said = await sentence(bytes)
    assert.ok(said.includes(expected), said)
    assert.doesNotMatch(said, /\n/)
  })
})

describe("passhat report", () => {
  test("prints a json report like the run that wrote it, with the same exit code", () => {
    using user = project()
    const command = "node_modules/passhat/dist/doors/passhat.js"
    for (const [suite, code] of [
      ["suites/red.ts", 1],
      ["suites/weather.ts", 0]
    ] as const) {
      const first = user.run(command, ["run", suite, "--reporter", "json=run.json", "--with-traces"])
      assert.equal(first.code, code)
      for (const args of [
        ["--reporter", "pretty"],
        ["--reporter", "pretty", "--verbose"],
        ["--reporter", "junit"]
      ]) {
        const direct = user.run(command, ["run", suite, ...args])
        assert.ok(direct.stdout.length > 0)
        assert.deepEqual(user.run(command, ["report", "run.json", ...args]), direct)
      }
      const again = user.run(command, ["report", "run.json", "--reporter", "json"])
      assert.equal(again.stdout, user.read("run.json"))
    }
  })

  test("refuses a file that does not exist with one sentence", () => {
    using user = project()
    const { code, stderr, stdout } = user.run("node_modules/passhat/dist/doors/passhat.js", ["report", "nowhere.json"])
    assert.deepEqual([code, stdout, stderr], [2, "", "nowhere.json does not exist. Name a json report of passhat.\n"])
  })
})
