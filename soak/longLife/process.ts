/**
 * A process of passhat that is measured, on each runtime.
 */
import { spawn } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { bin, root } from "../../bench/runtimes.ts"
import { finishOf, type Started } from "../../test/app/project.ts"
import type { Sample } from "./growth.ts"

const passhat = join(root, "dist/doors/passhat.js")
const sampler = join(import.meta.dirname, "sampler.js")

/** The command of the package, with a collector that can be asked to collect. */
export const commands = {
  bun: [bin("bun"), `--preload=${sampler}`, passhat],
  deno: [bin("deno"), "run", "-A", "--v8-flags=--expose-gc", `--preload=${sampler}`, passhat],
  node: ["node", "--expose-gc", `--import=${sampler}`, passhat]
} as const

export type Runtime = keyof typeof commands
export const everyRuntime = Object.keys(commands) as ReadonlyArray<Runtime>

/** A folder for what the process writes: its samples, its temporary files, its cache. Removed by `using`. */
export const place = () => {
  const folder = mkdtempSync(join(tmpdir(), "passhat-long-life-"))
  const [measured, asked, temporary] = ["measured", "asked", "tmp"].map((name) => join(folder, name)) as [
    string,
    string,
    string
  ]
  mkdirSync(temporary)
  return {
    folder,
    asked,
    env: {
      MEASURED: measured,
      ASKED: asked,
      ASKER: String(process.pid),
      TMPDIR: temporary,
      PASSHAT_CACHE: join(temporary, "cache")
    },
    samples: (): ReadonlyArray<Sample> =>
      existsSync(measured)
        ? readFileSync(measured, "utf8")
            .split("\n")
            .filter((line) => line !== "")
            .map((line) => JSON.parse(line) as Sample)
        : [],
    [Symbol.dispose]: (): void => rmSync(folder, { recursive: true, force: true })
  }
}

export const startPasshat = (
  runtime: Runtime,
  args: ReadonlyArray<string>,
  cwd: string,
  env: Readonly<Record<string, string>>
): Started => {
  const [program, ...before] = commands[runtime]
  const child = spawn(program, [...before, ...args], {
    cwd,
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...env },
    stdio: ["ignore", "pipe", "pipe"]
  })
  return { child, finished: finishOf(child) }
}
