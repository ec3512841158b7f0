/**
 * Everything that must hold, in one command: types, lint, format, then the tests. `npm test` runs this.
 */
import { spawnSync } from "node:child_process"
import { join } from "node:path"

const root = join(import.meta.dirname, "..")
const bin = (name: string): string => join(root, "node_modules/.bin", name)

const run = (name: string, ...args: ReadonlyArray<string>) => {
  console.log(`> ${[name, ...args].join(" ")}`)
  const { status, stderr, stdout } = spawnSync(bin(name), args, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1 << 28,
    stdio: ["ignore", "pipe", "pipe"]
  })
  return { ok: status === 0, output: `${stdout}${stderr}` }
}

const checks = [run("tsc", "-p", "."), run("oxlint"), run("oxfmt", "--check")]
for (const { ok, output } of checks) if (!ok) console.log(output)

const tests = run("bun", "test", "--timeout", "30000")
console.log(
  tests.output
    .split("\n")
    .filter((line) => !line.startsWith("(pass)"))
    .join("\n")
)

/** Bun closes with " 12 pass" and " 1 fail"; a run that says neither did not get that far. */
const counted = (word: string): number => Number(new RegExp(`^ *(\\d+) ${word}$`, "m").exec(tests.output)?.[1] ?? 0)
const passed = checks.filter((check) => check.ok).length + counted("pass")
const failed = checks.filter((check) => !check.ok).length + Math.max(counted("fail"), tests.ok ? 0 : 1)

console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && counted("pass") > 0 ? 0 : 1
