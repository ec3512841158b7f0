/**
 * Small recordings that have nothing unusual about them, read at once and without what it takes to say what is wrong.
 *
 * Nothing is refused here: whatever this does not know at a glance it leaves to `cassettes.ts`, which reads it from the
 * start and says what is the matter, if anything is.
 */
import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs"
import { join, sep } from "node:path"
import { attempt } from "../../domain/attempt.ts"
import type { RecordedRun } from "../../domain/Cassette.ts"
import type { Cell } from "../../domain/Plan.ts"
import type { Folder } from "./Folder.ts"
import { isHeaderOf } from "./plainHeader.ts"
import { readPlainRun } from "./plainRun.ts"

/** In all: more than this takes long enough to be told how far it is, to be interrupted, and to be shared out. */
const MOST = 8 * 1024 * 1024

/** By the id of the cell. Nothing where a recording is missing, large, odd, of another cell, or of no cell at all. */
export const plainRecordings = (
  folder: Folder,
  cells: ReadonlyArray<Cell>
): ReadonlyMap<string, ReadonlyArray<RecordedRun>> | undefined =>
  attempt(() => {
    const root = realpathSync(folder.directory)
    const files = cells.map((cell) => ({ cell, path: join(root, `${cell.id}.jsonl`) }))
    const isPlain = files.every(({ path }) => realpathSync(path) === path && statSync(path).isFile())
    const size = files.reduce((sum, { path }) => sum + statSync(path).size, 0)
    if (!isPlain || size > MOST || holdsMore(root, cells)) return undefined
    const read = files.map(({ cell, path }) => [cell.id, runsOf(cell, path)] as const)
    return read.every(isWhole) ? new Map(read) : undefined
  })

type Read = readonly [id: string, runs: ReadonlyArray<RecordedRun> | undefined]
const isWhole = (read: Read): read is readonly [string, ReadonlyArray<RecordedRun>] => read[1] !== undefined

/** All runs that the cell asks for, each of them once. */
const runsOf = (cell: Cell, path: string): ReadonlyArray<RecordedRun> | undefined => {
  const text = new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path))
  const [header = "", ...lines] = text.split("\n")
  if (lines.pop() !== "" || !isHeaderOf(cell, header) || lines.length !== cell.runs) return undefined
  const runs = lines.flatMap((line) => readPlainRun(line) ?? [])
  const indices = new Set(runs.map(({ index }) => index))
  return indices.size === cell.runs && Math.max(...indices) === cell.runs ? runs : undefined
}

/** Whether there are links, or recordings that no cell of these suites asks for. */
const holdsMore = (root: string, cells: ReadonlyArray<Cell>): boolean => {
  const used = new Set(cells.map(({ id }) => `${id}.jsonl`))
  const within = (folder: string): boolean =>
    readdirSync(join(root, folder), { withFileTypes: true }).some((entry) => {
      const name = `${folder}/${entry.name}`
      if (entry.isDirectory()) return within(name)
      return entry.isSymbolicLink() || (name.endsWith(".jsonl") && !used.has(name.replaceAll(sep, "/")))
    })
  return [...new Set(cells.map(({ id }) => id.split("/")[0] ?? id))].some(within)
}
