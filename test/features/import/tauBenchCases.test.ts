/**
 * tau-bench as a suite of cases: its 50 tasks are the rows of a table, and the messages of its users begin the parts of conversations.
 */
import { afterAll, beforeAll, describe, test } from "bun:test"
import assert from "node:assert/strict"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { CellVerdict, Report } from "../../../src/base/domain/verdict/Verdict.ts"
import { emptyProject, passhatOn } from "../../app/project.ts"

const file = join(import.meta.dirname, "../../../../shared/data/tau-bench/gpt-4o-airline.json")
const isHere = existsSync(file)
if (!isHere) console.warn(`there is no ${file}, so that tau-bench is not tried as a suite of cases`)

interface Message {
  readonly role: string
  readonly content: string | null
  readonly tool_calls?: ReadonlyArray<{ readonly function: { readonly name: string } }> | null
}

interface Trial {
  readonly task_id: number
  readonly trial: number
  readonly traj: ReadonlyArray<Message>
}

const trials: ReadonlyArray<Trial> = isHere ? JSON.parse(readFileSync(file, "utf8")) : []

const firstWords = ({ traj }: Trial): string => traj.find(({ role }) => role === "user")?.content?.trim() ?? ""

const rows = [...new Set(trials.map(({ task_id }) => task_id))]
  .toSorted((a, b) => a - b)
  .map((id) => ({ id, prompt: firstWords(trials.find(({ task_id }) => task_id === id)!) }))

const user = emptyProject({ "package.json": `{ "type": "module" }\n` })
afterAll(() => user[Symbol.dispose]())

/** What the command wrote up to the agents: tools, format and system prompt. */
let head = ""

beforeAll(() => {
  if (!isHere) return
  const { code, stderr } = passhatOn("node", ["import", file, "--suite", "airline"], { cwd: user.folder })
  assert.equal(code, 0, stderr)
  user.write("cases/airline.jsonl", rows.map((row) => `${JSON.stringify(row)}\n`).join(""))
  const written = user.read("suites/airline.ts")
  head = written
    .slice(0, written.indexOf("const airline ="))
    .replace("import { agent,", "import { agent, atLeast, cases, during, never, rowsFrom,")
}, 300_000)

const FLOORS = [1, 2, 3, 4].map((k) => `unbiased_pass_hat_${k}: atLeast(0.01), unbiased_pass_at_${k}: atLeast(0.01)`)

/** Judges the rows with these gates. */
const judged = (...gates: ReadonlyArray<string>): Report => {
  user.write(
    "suites/airline.ts",
    `import { Schema } from "passhat/schema"\n${head}
const { book_reservation, cancel_reservation, send_certificate, update_reservation_flights } = tauBench.tools
const changes = never(book_reservation, cancel_reservation, send_certificate, update_reservation_flights)
const tasks = rowsFrom(import.meta, "cases/airline.jsonl", Schema.Struct({ id: Schema.Finite, prompt: Schema.String }))
const airline = suite("airline", ...cases(tasks, ({ id, prompt }) =>
  agent(String(id), { ...tauBenchRuns, prompt }).pipe(runs(4), ${gates.join(", ")})
))
export default airline

`
  )
  const { stderr } = passhatOn("node", ["run", "--reporter", "json=report.json"], { cwd: user.folder })
  assert.equal(stderr, "")
  return JSON.parse(user.read("report.json"))
}

const cellsOf = ({ suites }: Report): ReadonlyArray<CellVerdict> => suites[0]?.cells ?? []

describe.skipIf(!isHere)("tau-bench as cases", () => {
  test("the 50 tasks are the rows of a table, with the published pass^k over them", () => {
    const report = judged("passed", `reliability({ ${FLOORS.join(", ")} })`)
    const cells = cellsOf(report)
    assert.deepEqual(
      cells.map((cell) => cell.case),
      rows.map(({ id }, at) => ({ table: "cases/airline.jsonl", row: String(id), line: at + 1 }))
    )
    const [column] = report.suites[0]?.case_tables?.[0]?.columns ?? []
    assert.deepEqual([column?.outcomes, column?.rate], [{ pass: 84, fail: 116, none: 0 }, 0.42])
    const over = (target: string): number => {
      const values = cells.map(({ gates }) => Number(gates[1]?.report[`reliability.${target}`] ?? NaN))
      return Number((values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(4))
    }
    assert.deepEqual(
      [1, 2, 3, 4].map((k) => over(`unbiased_pass_hat_${k}`)),
      [0.42, 0.2733, 0.22, 0.2]
    )
    assert.equal(over("unbiased_pass_at_4"), 0.72)
  }, 300_000)

  test.each([1, 2, 5])(
    "the calls during message %i of the user are those of its conversation",
    (n) => {
      const cells = cellsOf(judged(`during(${n}, changes)`))
      assert.equal(cells.length, 50)
      for (const { agent, runs } of cells) {
        for (const { checks, index } of runs) {
          const { traj } = trials.find(({ task_id, trial }) => `${task_id}` === agent && trial === index - 1)!
          assert.equal(checks[0]?.actual ?? null, changesDuring(traj, n), `task ${agent}, trial ${index}`)
          if (checks[0]?.actual === null) assert.equal(checks[0].verdict, "none")
        }
      }
    },
    300_000
  )
})

const CHANGES = new Set(["book_reservation", "cancel_reservation", "send_certificate", "update_reservation_flights"])

/** Null if there is no answer to the message. */
const changesDuring = (traj: ReadonlyArray<Message>, n: number): number | null => {
  const starts = traj.flatMap(({ role }, at) => (role === "user" ? [at] : []))
  const part = starts[n - 1] === undefined ? [] : traj.slice(starts[n - 1], starts[n])
  return part.some(({ role }) => role === "assistant")
    ? part.flatMap(({ tool_calls }) => (tool_calls ?? []).filter((one) => CHANGES.has(one.function.name))).length
    : null
}
