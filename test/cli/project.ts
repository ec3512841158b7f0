/**
 * A user's project in a temporary folder, and the runtimes that run it as real processes.
 */
import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

export const root = join(import.meta.dirname, "../..")
const bin = (name: string): string => join(root, "node_modules/.bin", name)

export const runtimes = {
  bun: [bin("bun"), "run"],
  deno: [bin("deno"), "run", "-A"],
  node: ["node"]
} as const

export interface Finished {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunOptions {
  readonly runtime?: keyof typeof runtimes
  readonly cwd?: string
  readonly env?: { readonly [name: string]: string }
}

/** Runs a file to its end. Nothing of the caller's own CI or colour settings reaches it. */
export const run = (file: string, args: ReadonlyArray<string> = [], options: RunOptions = {}): Finished => {
  const [command, ...before] = runtimes[options.runtime ?? "bun"]
  const { CI: _, FORCE_COLOR: __, NO_COLOR: ___, ...env } = process.env
  const { status, stderr, stdout } = spawnSync(command, [...before, file, ...args], {
    cwd: options.cwd ?? root,
    env: { ...env, ...options.env },
    encoding: "utf8",
    maxBuffer: 1 << 28
  })
  return { code: status, stdout, stderr }
}

/** The shipped suites and cassettes in a project of their own, with passhat installed. Removed by `using`. */
export const project = () => {
  const folder = mkdtempSync(join(tmpdir(), "passhat-"))
  for (const part of ["suites", "cassettes"]) cpSync(join(root, part), join(folder, part), { recursive: true })
  mkdirSync(join(folder, "node_modules"))
  for (const name of readdirSync(join(root, "node_modules"))) {
    symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name))
  }
  symlinkSync(root, join(folder, "node_modules/passhat"))
  writeFileSync(join(folder, "package.json"), `{ "type": "module" }\n`)
  return {
    folder,
    edit: (file: string, change: (text: string) => string): void =>
      writeFileSync(join(folder, file), change(readFileSync(join(folder, file), "utf8"))),
    write: (file: string, text: string): void => writeFileSync(join(folder, file), text),
    run: (file: string, args?: ReadonlyArray<string>, options?: RunOptions): Finished =>
      run(join(folder, file), args, { cwd: folder, ...options }),
    [Symbol.dispose]: (): void => rmSync(folder, { recursive: true, force: true })
  }
}
