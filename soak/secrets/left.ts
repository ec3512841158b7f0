/**
 * What can be seen of passhat from outside while it runs and after: its files, and the arguments of all processes.
 */
import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs"
import { join, relative } from "node:path"
import type { Started } from "../../test/app/project.ts"

/** Names of files with their texts. */
export type Texts = ReadonlyMap<string, string>

/** Of a project, without what its author wrote. */
export const filesOf = (folder: string): Texts => {
  const texts = new Map<string, string>()
  for (const path of pathsBelow(folder)) {
    const text = textOf(path)
    if (text !== undefined) texts.set(relative(folder, path), text)
  }
  return texts
}

const authored = new Set(["node_modules", "suites", "server.js", "agent.js", "package.json"])

const pathsBelow = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (authored.has(entry.name)) return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? pathsBelow(path) : [path]
  })

/** Undefined for what has gone in the meantime. */
const textOf = (path: string): string | undefined => {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return undefined
  }
}

const linkOf = (path: string): string | undefined => {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}

/** Everything that was there at some time until the process ended: journals, locks, temporary files, command lines. */
export const leftDuring = async ({ finished }: Started, folder: string): Promise<Texts> => {
  const seen = new Map<string, string>()
  const state = { isOver: false }
  const ended = finished.then(() => void (state.isOver = true))
  while (!state.isOver) {
    if (existsSync(join(folder, "cassettes"))) {
      for (const [name, text] of filesOf(join(folder, "cassettes")))
        seen.set(`${name}, ${text.length} long`, `${name}\n${text}`)
    }
    for (const line of commandLines(folder)) seen.set(`the command line ${line.slice(0, 60)}`, line)
    await Promise.race([ended, Bun.sleep(20)])
  }
  return seen
}

/** Of what was started in the folder. */
const commandLines = (folder: string): ReadonlyArray<string> =>
  existsSync("/proc/self/cmdline")
    ? readdirSync("/proc")
        .filter((name) => /^\d+$/.test(name) && linkOf(`/proc/${name}/cwd`) === folder)
        .flatMap((name) => textOf(`/proc/${name}/cmdline`)?.replaceAll("\0", " ") ?? [])
    : []
