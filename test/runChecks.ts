/**
 * Runs checks and then tests, prints their failures, and ends with the line `N passed, N failed`.
 */
import { spawnSync } from "node:child_process"
import { availableParallelism } from "node:os"
import { join } from "node:path"

/** More than there are cores: tests wait for the processes that they start. */
const WORKERS = Math.ceil(1.5 * availableParallelism())

type Command = readonly [program: string, ...args: ReadonlyArray<string>]

/** A check counts as one test. Runs every test where no file is named. */
export const runChecks = (checks: ReadonlyArray<Command>, testFiles: ReadonlyArray<string> = []): void => {
  // First the bundle: the processes that `--parallel` starts would all make it at once.
  const results = [["bun", "run", "test/bundle.ts"] as const, ...checks].map(run)
  for (const { ok, output } of results) if (!ok) console.log(output)

  const tests = run(["bun", "test", `--parallel=${WORKERS}`, ...testFiles.map((file) => `./${file}`)])
  console.log(withoutPassed(tests.output))
  const failures = counted("fail", tests.output)
  const flaky = failures > 0 && passAlone(tests.output) ? failures : 0
  const passed = results.filter(({ ok }) => ok).length + counted("pass", tests.output) + flaky
  const failed = results.filter(({ ok }) => !ok).length + Math.max(failures, tests.ok ? 0 : 1) - flaky
  if (flaky > 0) console.log(`${flaky} of them failed beside other tests and passed alone: mend them, they are flaky.`)
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 && counted("pass", tests.output) > 0 ? 0 : 1
}

/** More than so many files with failures are no accident of a busy machine. */
const MOST_FLAKY = 4

/** Whether every file with a failure passes when nothing else goes on. What failed stays printed above. */
const passAlone = (output: string): boolean => {
  const files = failedFiles(output)
  if (files.length === 0 || files.length > MOST_FLAKY || files.includes("")) return false
  const again = run(["bun", "test", ...files.map((file) => `./${file}`)])
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

const root = join(import.meta.dirname, "..")

const run = ([program, ...args]: Command) => {
  console.log(`> ${[program, ...args].join(" ")}`)
  const { status, stderr, stdout } = spawnSync(join(root, "node_modules/.bin", program), args, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1 << 28,
    stdio: ["ignore", "pipe", "pipe"]
  })
  return { ok: status === 0, output: `${stdout}${stderr}` }
}

/** Bun closes with " 12 pass" and " 1 fail"; a run that prints neither did not get that far. */
const counted = (word: string, output: string): number =>
  Number(new RegExp(`^ *(\\d+) ${word}$`, "m").exec(output)?.[1] ?? 0)
