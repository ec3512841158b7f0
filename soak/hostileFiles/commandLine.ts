/**
 * The same through the command: a project with every file of `soak/subjects/files.ts`, one of them changed, and the command that reads it.
 */
import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { diceOf } from "../../bench/workload/dice.ts"
import { journalLines } from "../../src/engine/layers/record/journal.ts"
import { cacheDirectory } from "../../src/engine/layers/platform/projectCache.ts"
import { emptyProject, root } from "../../test/app/project.ts"
import { type InputFile, inputFiles } from "../subjects/files.ts"
import { whyRed } from "./evidence.ts"
import { CELLS, MONTH } from "./readers/history.ts"
import { LABELS } from "./readers/labels.ts"
import { recordings } from "./recordings.ts"
import { reports, shards } from "./reports.ts"
import { changed, showsInside } from "./trial.ts"

export interface Sampled {
  readonly tried: number
  readonly offences: ReadonlyArray<string>
}

/** A command that takes longer hangs, on a machine with other work to do as well. */
const MOST_MS = 60_000

export const throughTheCommand = (seed: number, times: number): Sampled => {
  using user = emptyProject({})
  const { folder } = user
  const offences: Array<string> = []
  const trials = Array.from({ length: times }, () => inputFiles).flat()
  for (const [trial, input] of trials.entries()) {
    rmSync(join(folder, "cassettes"), { recursive: true, force: true })
    const red = recordings[1 + (trial % 5)]!
    write(folder, red)
    const path = join(folder, input.path === "cache/last-report.json" ? lastReportIn(folder) : input.path)
    const bytes = made(path, seed, trial)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, bytes)
    const offence = tried(folder, input, bytes, red)
    if (offence !== undefined)
      offences.push(`seed ${seed}, command ${trial} (${input.args.join(" ")}, ${input.name}): ${offence}`)
  }
  return { tried: trials.length, offences }
}

const made = (path: string, seed: number, trial: number): Buffer => {
  const whole = readFileSync(path)
  return changed(whole, diceOf(seed + 7919 * trial), whole).bytes
}

const lastReportIn = (folder: string): string =>
  join(cacheDirectory(folder, { PASSHAT_CACHE: join(folder, "cache") }) ?? "", "last-report.json").slice(folder.length)

/** Every file as it should be; the recording of the built-in agent is red. */
const write = (folder: string, red: (typeof recordings)[number]): void => {
  const [green, driven] = [recordings[0]!, recordings[6]!]
  const journal = journalLines(
    { file: "", header: red.header, runs: new Map(red.runs.slice(0, 2).map((run) => [run.index, run])) },
    "missing"
  )
  const files: Readonly<Record<string, string>> = {
    "package.json": JSON.stringify({ name: "mine", type: "module", scripts: { test: "x" } }, undefined, 2),
    "tsconfig.json": JSON.stringify({ compilerOptions: { strict: true, module: "nodenext" } }, undefined, 2),
    ".env": "ANTHROPIC_API_KEY=sk-1\nNAME=mine\n",
    "tools.yaml": "tools:\n  - name: a\n    response: b\n",
    "report.json": JSON.stringify(reports[1], undefined, 2),
    "first.json": JSON.stringify(shards[0]),
    "second.json": JSON.stringify(shards[1]),
    "suites/server.ts": 'export const city = "Sacramento"\n',
    "suites/compiled.js": 'export { default } from "./hostile.ts"\n//# sourceMappingURL=compiled.js.map\n',
    "suites/compiled.js.map": JSON.stringify({
      version: 3,
      sources: ["compiled.ts"],
      names: [],
      mappings: "AAAA;AACA"
    }),
    "cases/hostile.csv": 'name,prompt\r\nasks,"What is ""it"",\r\nnow?"\r\nplans,Why?\r\n',
    "cases/hostile.jsonl": '{"name":"asks","prompt":"What?"}\n{"name":"plans","prompt":"Why?"}\n',
    "cases/hostile.json": '[\n  { "name": "asks", "prompt": "What?" }\n]\n',
    ...Object.fromEntries(["csv", "jsonl", "json"].map((one) => [`suites/rows-${one}.ts`, rowsSuite(one)])),
    [`cassettes/${green.cell.id}.jsonl`]: red.text,
    [`cassettes/${green.cell.id}.jsonl.journal`]: journal,
    [`cassettes/${green.cell.id}.jsonl.lock`]: JSON.stringify({ pid: process.pid, host: "elsewhere" }),
    [`cassettes/${driven.cell.id}.jsonl`]: driven.text,
    "history/2026-11.jsonl": MONTH,
    "history/cells.jsonl": CELLS,
    "labels.jsonl": LABELS,
    [lastReportIn(folder)]: `${JSON.stringify({ version: 1, cells: [green.cell.id], suites: [] })}\n`
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  cpSync(join(import.meta.dirname, "suite.ts"), join(folder, "suites/hostile.ts"))
  writeFileSync(
    join(folder, "suites/hostile.ts"),
    `import "./server.ts"\n${readFileSync(join(folder, "suites/hostile.ts"), "utf8")}`
  )
}

/** None of its agents is recorded, so it never passes. */
const rowsSuite = (extension: string): string => `
import { agent, cases, equals, expect, rowsFrom, suite } from "passhat"
import { Schema } from "passhat/schema"

const Row = Schema.Struct({ name: Schema.String, prompt: Schema.String })

export default suite(
  "rows ${extension}",
  ...cases(rowsFrom(import.meta, "cases/hostile.${extension}", Row), ({ name, prompt }) =>
    agent(name, { model: "claude-sonnet-4-5", servers: [], prompt }).pipe(expect("stop_reason", equals("end_turn")))
  )
)
`

const tried = (
  folder: string,
  { args, name }: InputFile,
  bytes: Buffer,
  red: (typeof recordings)[number]
): string | undefined => {
  const { error, signal, status, stderr, stdout } = spawnSync("node", [join(root, "dist/doors/passhat.js"), ...args], {
    cwd: folder,
    env: {
      PATH: process.env["PATH"],
      HOME: folder,
      PASSHAT_CACHE: join(folder, "cache"),
      ANTHROPIC_BASE_URL: "http://127.0.0.1:9"
    },
    encoding: "utf8",
    input: "",
    timeout: MOST_MS,
    maxBuffer: 1 << 28
  })
  if (error !== undefined || signal !== null) return `it does not end: ${error?.message ?? signal}`
  if (status !== 0 && status !== 1 && status !== 2) return `its exit code is ${status}`
  if (showsInside(`${stdout}${stderr}`)) return `it shows the inside of a program: ${stderr.slice(0, 600)}`
  if (status === 2 && stderr.trim() === "" && stdout.trim() === "") return "it is refused without a word"
  if (status !== 0 || args[0] !== "run") return undefined
  const why = name === "cassette" ? whyRed(bytes, red) : isRead(name) ? "the recording is red" : undefined
  return why === undefined ? undefined : `it passes, and ${why}`
}

/** A suite with other gates may pass: then it is another suite. */
const isRead = (name: string): boolean => name !== "suite" && name !== "server of a suite"
