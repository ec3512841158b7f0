/**
 * Finds what a project has to show: reports, recordings, and what recorders leave beside them. Links are not followed, so that
 * nothing outside of the folder is found.
 */
import { closeSync, type Dirent, lstatSync, openSync, readdirSync, readSync } from "node:fs"
import { join } from "node:path"
import { unsealer } from "../../engine/cassette/checksums.ts"
import { isHeader } from "../../engine/cassette/predicates.ts"
import { FORMAT } from "../../base/domain/recording/cassetteFormat.ts"
import { tryCatch } from "../../base/std/tryCatch.ts"
import type { ListedFile, ListedRecording, Recorded } from "./Api.ts"

export interface FoundFile extends ListedFile {
  readonly kind: FileKind
  /** Another text means that the file has changed. */
  readonly stamp: string
  /** Of a recording whose first line can be read. */
  readonly of?: Recorded
}

export type FileKind = "report" | "recording" | "lock" | "journal" | "progress"

/** The files of one folder that are shown, and the folders in it. */
export interface FoundFolder {
  readonly files: ReadonlyArray<FoundFile>
  readonly folders: ReadonlyArray<string>
}

/** What is known of a file by its stamp: it is not read again. */
export type Known = Map<string, FoundFile>

/** `folder` is a path from the project; the empty text is the project itself. */
export const findInFolder = (project: string, folder: string, known: Known): FoundFolder => {
  const entries = tryCatch((): ReadonlyArray<Dirent> => readdirSync(join(project, folder), { withFileTypes: true }))
  const places = (entries ?? []).map(
    (entry) => [entry, folder === "" ? entry.name : `${folder}/${entry.name}`] as const
  )
  return {
    files: places.flatMap(([entry, file]) => (entry.isFile() ? (foundFile(project, file, known) ?? []) : [])),
    folders: places.flatMap(([entry, path]) => (entry.isDirectory() && !isSkipped(entry.name) ? [path] : []))
  }
}

/** Packages, and what a dot hides. */
const isSkipped = (name: string): boolean => name.startsWith(".") || name === "node_modules"

const foundFile = (project: string, file: string, known: Known): FoundFile | undefined => {
  const kind = kindOf(file)
  if (kind === undefined) return undefined
  const path = join(project, file)
  const info = tryCatch(() => lstatSync(path))
  if (info === undefined || !info.isFile()) return undefined
  const stamp = `${info.ino}-${info.size}-${info.mtimeMs}`
  const before = known.get(file)
  if (before?.stamp === stamp) return before
  const listed = { file, bytes: info.size, changed: Math.round(info.mtimeMs), stamp, kind }
  const found = kind === "report" || kind === "recording" ? lookedInto(path, { ...listed, kind }) : listed
  if (found !== undefined) known.set(file, found)
  return found
}

const kindOf = (file: string): FileKind | undefined =>
  ENDINGS.find(([ending]) => file.endsWith(ending) && !file.endsWith(`/${ending}`))?.[1]

const ENDINGS: ReadonlyArray<readonly [ending: string, kind: FileKind]> = [
  [".json", "report"],
  [".jsonl", "recording"],
  [".jsonl.lock", "lock"],
  [".jsonl.journal", "journal"],
  [".jsonl.progress", "progress"]
]

/** How much of a file tells what it is. Coverage comes before the name of the format. */
const LOOKED_AT = 512 * 1024

/** Undefined for a file of another program. */
const lookedInto = (path: string, found: FoundFile): FoundFile | undefined => {
  const text = beginningOf(path)
  if (text === undefined) return undefined
  if (found.kind === "report") return /"format"\s*:\s*"passhat-report"/.test(text) ? found : undefined
  const end = text.indexOf("\n")
  const line = end === -1 ? text : text.slice(0, end)
  if (!line.includes(`"format":"${FORMAT}"`)) return undefined
  const { bytes, flaw } = unsealer().unseal(new TextEncoder().encode(line))
  const header: unknown = flaw ?? tryCatch(() => JSON.parse(new TextDecoder().decode(bytes)))
  if (!isHeader(header)) return found
  const { agent, model, recorded_at, suite } = header
  return { ...found, of: { suite, agent, model, at: recorded_at } }
}

const beginningOf = (path: string): string | undefined =>
  tryCatch(() => {
    const file = openSync(path, "r")
    const bytes = Buffer.alloc(LOOKED_AT)
    const count = tryCatch(() => readSync(file, bytes, 0, bytes.length, 0)) ?? 0
    closeSync(file)
    return bytes.toString("utf8", 0, count)
  })

export const listedFile = ({ bytes, changed, file }: FoundFile): ListedFile => ({ file, bytes, changed })

export const listedRecording = (found: FoundFile): ListedRecording => ({
  ...listedFile(found),
  ...(found.of !== undefined && { of: found.of })
})
