/**
 * Runs one lane of the tests: `bun run test/lanes/run.ts <lane> [--shard <n>/<of>]`. It prints the failures of the lane, and its last line is
 * `N passed, N failed`. A check counts as one test.
 */
import { spawnSync } from "node:child_process"
import { availableParallelism } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { type Lane, laneOf, lanes, root, smoke, testFiles } from "./lanes.ts"
import { ofShard } from "./shard.ts"

/** More than there are cores: tests wait for the processes that they start. */
const WORKERS = Math.ceil(1.5 * availableParallelism())

type Command = readonly [program: string, ...args: ReadonlyArray<string>]

interface Counts {
  readonly passed: number
  readonly failed: number
}

const checks: { readonly [L in Lane]: ReadonlyArray<Command> } = {
  unit: [["tsc", "-p", "."], ["oxlint"], ["oxfmt", "--check"]],
  world: [],
  matrix: []
}

const runLane = (lane: Lane, shard: string | undefined): void => {
  console.log(`The lane ${lane} of the tests${shard === undefined ? "" : `, shard ${shard}`}:`)
  const files = ofShard(
    testFiles.filter((file) => laneOf(file) === lane),
    shard
  )
  // First the bundle: the processes that `--parallel` starts would all make it at once.
  const counts = [["bun", "run", "test/bundle.ts"] as const, ...checks[lane]].map(checked)
  const apart = files.filter((file) => file === smoke)
  counts.push(
    tested(
      lane,
      files.filter((file) => file !== smoke)
    )
  )
  // It starts processes, which no other file of its lane may.
  if (apart.length > 0) counts.push(tested("world", apart))

  const sum = (part: keyof Counts): number => counts.reduce((total, count) => total + count[part], 0)
  console.log(`${sum("passed")} passed, ${sum("failed")} failed`)
  process.exitCode = sum("failed") === 0 ? 0 : 1
}

const checked = (command: Command): Counts => {
  const { ok, output } = run(command)
  if (!ok) console.log(output)
  return ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** Without a file, and where no test passes, it has failed: Bun runs everything where no file is named. */
const tested = (lane: Lane, files: ReadonlyArray<string>): Counts => {
  if (files.length === 0) {
    console.log("There is no test to run.")
    return { passed: 0, failed: 1 }
  }
  const env = { PASSHAT_TEST_LANE: lane }
  const tests = run(["bun", "test", `--parallel=${WORKERS}`, ...files.map((file) => `./${file}`)], env)
  console.log(withoutPassed(tests.output))
  const failures = counted("fail", tests.output)
  const flaky = failures > 0 && passAlone(tests.output, env) ? failures : 0
  if (flaky > 0) console.log(`${flaky} of them failed beside other tests and passed alone: mend them, they are flaky.`)
  const passed = counted("pass", tests.output)
  const other = (tests.ok || failures > 0) && passed > 0 ? 0 : 1
  return { passed: passed + flaky, failed: Math.max(failures, other) - flaky }
}

/** More than so many files with failures are no accident of a busy machine. */
const MOST_FLAKY = 4

/** Whether every file with a failure passes when nothing else goes on. What failed stays printed above. */
const passAlone = (output: string, env: Environment): boolean => {
  const files = failedFiles(output)
  if (files.length === 0 || files.length > MOST_FLAKY || files.includes("")) return false
  const again = run(["bun", "test", ...files.map((file) => `./${file}`)], env)
  console.log(withoutPassed(again.output))
  return again.ok && counted("pass", again.output) > 0
}

/** A failure belongs to the file that was named last before it. At the end Bun lists all of them again, behind the last file. */
const failedFiles = (output: string): ReadonlyArray<string> => {
  const files = new Set<string>()
  let file = ""
  for (const line of output.split("\n")) {
    if (/^\d+ tests? failed:$/.test(line)) break
    if (isFile(line)) file = line.slice(0, -1)
    if (line.startsWith("(fail)")) files.add(file)
  }
  return [...files]
}

/** Bun names a file whenever it goes on with its results: the names that no failure follows are left out. */
const withoutPassed = (output: string): string => {
  const lines = output.split("\n").filter((line) => line !== "" && !line.startsWith("(pass)"))
  return lines.filter((line, at) => !isFile(line) || !isFile(lines[at + 1] ?? line)).join("\n")
}

const isFile = (line: string): boolean => /^test\/\S+\.test\.ts:$/.test(line)

type Environment = Readonly<Record<string, string>>

const run = ([program, ...args]: Command, env: Environment = {}) => {
  const shown = args.length > 8 ? `${args.slice(0, 2).join(" ")} (${args.length - 2} files)` : args.join(" ")
  console.log(`> ${program} ${shown}`)
  const { status, stderr, stdout } = spawnSync(join(root, "node_modules/.bin", program), args, {
    cwd: root,
    env: { ...process.env, ...env },
    encoding: "utf8",
    maxBuffer: 1 << 28,
    stdio: ["ignore", "pipe", "pipe"]
  })
  return { ok: status === 0, output: `${stdout}${stderr}` }
}

/** Bun closes with " 12 pass" and " 1 fail"; a run that prints neither did not get that far. */
/** By the last line of its kind: what a failed test printed may hold the counts of another run. */
const counted = (word: string, output: string): number =>
  Number([...output.matchAll(new RegExp(`^ *(\\d+) ${word}$`, "gm"))].at(-1)?.[1] ?? 0)

const { positionals, values } = parseArgs({ allowPositionals: true, options: { shard: { type: "string" } } })
const asked = lanes.find((lane) => lane === positionals[0])
if (asked === undefined) {
  console.error(`Name a lane: ${lanes.join(", ")}.`)
  process.exitCode = 1
} else runLane(asked, values.shard)
