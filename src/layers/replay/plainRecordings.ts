/**
 * Recordings that have nothing unusual about them at first sight, found without what it takes to say what is wrong.
 *
 * Nothing is refused here: whatever this does not know at a glance it leaves to `cassettes.ts`, which reads it from the
 * start and says what is the matter, if anything is.
 */
import { readdirSync, realpathSync, statSync } from "node:fs"
import { join, sep } from "node:path"
import { tryCatch } from "../../std/tryCatch.ts"
import type { Cell } from "../../domain/Plan.ts"
import { type Recording, recordingOf } from "./blocks.ts"
import type { Folder } from "../../cassette/Folder.ts"

/** By the id of the cell. Nothing where a recording is missing, odd, of another cell, or of no cell at all. */
export const plainRecordings = (
  folder: Folder,
  cells: ReadonlyArray<Cell>
): ReadonlyMap<string, Recording> | undefined =>
  tryCatch(() => {
    const root = realpathSync(folder.directory)
    const files = cells.map((cell) => ({ cell, path: join(root, `${cell.id}.jsonl`) }))
    const isPlain = files.every(({ path }) => realpathSync(path) === path && statSync(path).isFile())
    if (!isPlain || holdsMore(root, cells)) return undefined
    const found = files.map(({ cell, path }) => [cell.id, recordingOf(cell, path)] as const)
    return found.every(isThere) ? new Map(found) : undefined
  })

type Found = readonly [id: string, recording: Recording | undefined]
const isThere = (found: Found): found is readonly [string, Recording] => found[1] !== undefined

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
