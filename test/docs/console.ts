/**
 * Transcripts of the documentation, played again: a `console` block is a session in a project of its own, with passhat on
 * the path. The project holds copies of the suites and their recordings, unless the block says `console empty`. A line `...`
 * matches any lines.
 */
import { spawnSync } from "node:child_process"
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Block, root } from "./blocks.ts"

export interface Step {
  readonly command: string
  /** What the page says that it prints. */
  readonly output: string
}

export const isSession = ({ info }: Block): boolean => /^console( empty)?$/.test(info)

export const stepsOf = (text: string): ReadonlyArray<Step> =>
  text
    .split(/^\$ /m)
    .slice(1)
    .map((step) => {
      const [command = "", ...output] = step.split("\n")
      return { command, output: output.join("\n").trimEnd() }
    })

export interface Session {
  /** Runs one command, with what was done before still in place. */
  readonly run: (command: string) => string
  readonly end: () => void
}

export const beginSession = (info: string): Session => {
  const folder = mkdtempSync(join(tmpdir(), "passhat-console-"))
  const project = join(folder, "project")
  for (const part of info === "console empty" ? [] : ["suites", "cassettes"]) {
    cpSync(join(root, part), join(project, part), { recursive: true })
  }
  mkdirSync(join(project, "node_modules"), { recursive: true })
  symlinkSync(root, join(project, "node_modules/passhat"))
  writeFileSync(join(project, "package.json"), `{\n  "type": "module"\n}\n`)
  const bin = join(folder, "bin")
  mkdirSync(bin)
  writeFileSync(join(bin, "passhat"), `#!/bin/sh\nexec "${process.execPath}" "${root}/dist/doors/passhat.js" "$@"\n`)
  chmodSync(join(bin, "passhat"), 0o755)
  const { CI: _, ...inherited } = process.env
  const env = {
    ...inherited,
    PATH: `${bin}:${join(root, "node_modules/.bin")}:${process.env["PATH"]}`,
    PASSHAT_CACHE: join(folder, "cache"),
    NO_COLOR: "1",
    COLUMNS: "120"
  }
  return {
    run: (command) => {
      const { stdout } = spawnSync("sh", ["-c", `{ ${command}\n} 2>&1`], { cwd: project, encoding: "utf8", env })
      return stdout.trimEnd()
    },
    end: () => rmSync(folder, { recursive: true })
  }
}

/** Whether an output is what the page shows of it. */
export const agrees = ({ output }: Step, printed: string): boolean =>
  new RegExp(
    `^${output
      .split(/^\.\.\.$/m)
      .map(literal)
      .join("[^]*")}$`
  ).test(printed)

/** The same session with what its commands print now, where that is something else. */
export const playedAgain = ({ info, text }: Block): string => {
  const { end, run } = beginSession(info)
  const lines = stepsOf(text).flatMap((step) => {
    const printed = run(step.command)
    const kept = agrees(step, printed) ? step.output : printed
    return [`$ ${step.command}`, ...(kept === "" ? [] : [kept])]
  })
  end()
  return `${lines.join("\n")}\n`
}

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")
