/**
 * The folder of cassettes: `<suite>/<agent>/<model>.jsonl`. Paths that lead out of it, even through a link, are not read.
 */
import { realpathSync } from "node:fs"
import { isAbsolute, relative, sep } from "node:path"
import type { Cell } from "../../base/domain/plan/Plan.ts"

export interface Folder {
  readonly directory: string
  /** The folder as messages show it: without the path of the machine. */
  readonly shown: string
}

/** The file of a cell's cassette, as messages show it. */
export const shownFile = ({ shown }: Folder, { id }: Cell): string => `${shown}/${id}.jsonl`

/** Whether an existing path, with every link followed, is inside the folder. Throws what `node:fs` throws. */
export const holds = ({ directory }: Folder, path: string): boolean => {
  const way = relative(realpathSync(directory), realpathSync(path))
  return way.split(sep)[0] !== ".." && !isAbsolute(way)
}
