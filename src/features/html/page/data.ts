/**
 * What the page shows, and where it comes from. A page in a file has its data in blocks: the overview, and each cell
 * compressed, which the browser unpacks when it is opened.
 */
import type { Json } from "../../../base/domain/Json.ts"
import type { RunVerdict } from "../../../base/domain/verdict/Verdict.ts"
import type { Entry, Overview, ShownCell } from "../Overview.ts"
import { unpacker } from "../packing.ts"
import { byId } from "./dom.ts"

/** Whatever holds a report: the page draws what it reads from it, and knows nothing else of it. */
export interface ReportSource {
  readonly overview: Overview
  readonly read: ReadCell
  /** What else the page shows, where more than a file is around it. */
  readonly around?: Around
}

export interface Around {
  /** In place of the name of the program. */
  readonly name?: () => HTMLElement
  /** Below the heading of a cell, and of a run. */
  readonly ofCell?: (open: OpenCell) => HTMLElement | undefined
  readonly ofRun?: (cell: ShownCell, run: RunVerdict) => HTMLElement | undefined
}

/** Returns the cell at an index of the overview, undefined for an entry without a cell, or a sentence if it cannot be read. */
export type ReadCell = (at: number) => Promise<ShownCell | undefined | string>

/** A cell with its entry and its index in the overview. */
export interface OpenCell {
  readonly at: number
  readonly entry: Entry
  readonly cell: ShownCell
}

/** The report that the page itself has in its blocks. */
export const embeddedReport = (): ReportSource => ({
  overview: JSON.parse(byId("overview")?.textContent ?? "{}") as Overview,
  read: (at) => {
    const text = byId(`cell-${at}`)?.textContent
    return text === undefined || text === null ? Promise.resolve(undefined) : unpackedCell(text)
  }
})

/** Unpacks a cell, or returns a sentence that says why it cannot. */
export const unpackedCell = (text: string): Promise<ShownCell | string> =>
  globalThis.DecompressionStream === undefined
    ? Promise.resolve(TOO_OLD)
    : Promise.resolve(text)
        .then(unpacked)
        .then(cellOf)
        .catch(() => DAMAGED)

const TOO_OLD =
  "This browser cannot unpack the cell: it has no DecompressionStream. Open the page with a browser of 2023 or newer, or print the report with passhat report."
const DAMAGED = "The data of this cell is damaged. Make the page again with --reporter html=<file>."

interface PackedCell {
  readonly cell: Json
  readonly runs: ReadonlyArray<Json>
  readonly before?: ReadonlyArray<Json>
  readonly table: ReadonlyArray<Json>
}

const unpacked = (base64: string): Promise<PackedCell> => {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).json()
}

const cellOf = ({ before, cell, runs, table }: PackedCell): ShownCell => {
  const unpack = unpacker(table)
  return {
    ...(unpack(cell) as object),
    runs: runs.map(unpack),
    ...(before !== undefined && { before: before.map(unpack) })
  } as unknown as ShownCell
}

/** Keeps what was read last. */
export const keepingLast = (read: ReadCell): ReadCell => {
  let last: { readonly at: number; readonly cell: ReturnType<ReadCell> } | undefined
  return (at) => {
    if (last?.at !== at) last = { at, cell: read(at) }
    return last.cell
  }
}

export const isRedRun = ({ verdict }: RunVerdict): boolean => verdict !== "pass"
