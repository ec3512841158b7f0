/**
 * What has the same bytes on every runtime: a command, a suite or recording of this repository, the exit code, and the file with the bytes
 * that it prints. `npm run snapshots` writes these files with Bun.
 */
import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { root } from "../../bench/runtimes.ts"
import { surroundings } from "../app/project.ts"

export interface Row {
  /** The arguments of `passhat`, or the suite itself as the program. */
  readonly line: string
  readonly code: number
  readonly expected: string
}

const suites = { chaos: 0, invoice: 1, issues: 0, recovery: 0, red: 1, weather: 0 } as const

const recording = "cassettes/weather/asks-for-the-weather/claude-sonnet-4-5.jsonl"

const kept = (name: string): string => `test/matrix/expected/${name}.txt`

const shown = (name: string): string => (name === "red" ? "test/app/red.txt" : kept(`run-${name}`))

export const rows: ReadonlyArray<Row> = [
  ...Object.entries(suites).flatMap(([name, code]) => [
    { line: `run suites/${name}.ts`, code, expected: shown(name) },
    { line: `run suites/${name}.ts --plan`, code: 0, expected: `test/language/plan/shipped/${name}.json` }
  ]),
  { line: "run suites", code: 1, expected: kept("run-all") },
  { line: "run suites/chaos.ts --verbose", code: 0, expected: kept("verbose") },
  { line: "run suites/red.ts --reporter json", code: 1, expected: kept("json") },
  { line: "run suites/red.ts --reporter junit", code: 1, expected: kept("junit") },
  { line: "run suites/red.ts --reporter markdown", code: 1, expected: kept("markdown") },
  { line: "plan suites", code: 0, expected: kept("plan") },
  { line: "check suites", code: 0, expected: kept("check") },
  { line: `show ${recording}`, code: 0, expected: kept("show") },
  { line: `show ${recording} --diff 1 2`, code: 0, expected: kept("show-diff") },
  { line: "score cassettes/weather", code: 0, expected: kept("score") },
  { line: "calibrate cassettes/weather", code: 0, expected: kept("calibrate") },
  { line: `compare ${recording} ${recording}`, code: 2, expected: kept("compare") },
  { line: "recommend-runs --floor 0.9", code: 0, expected: kept("recommend-runs") },
  { line: "run suites/nowhere.ts", code: 2, expected: kept("nowhere") }
]

/** Suites that are programs themselves, on the runtimes that take types away. */
export const programRows: ReadonlyArray<Row> = Object.entries(suites).map(([name, code]) => ({
  line: `suites/${name}.ts`,
  code,
  expected: shown(name)
}))

export interface Printed {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

const doors = join(root, "dist/doors/passhat.js")

export const printedBy = ([program = "", ...before]: ReadonlyArray<string>, { line }: Row): Printed => {
  const args = line.split(" ")
  const all = line.startsWith("suites/") ? args : [doors, ...args]
  const { status, stderr, stdout } = spawnSync(program, [...before, ...all], {
    ...surroundings({}),
    encoding: "utf8",
    maxBuffer: 1 << 28
  })
  return { code: status, stdout, stderr }
}
