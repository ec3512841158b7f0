/**
 * The report that the page carries, read block by block: a cell is parsed when somebody looks at it.
 */
import type { Json } from "../../../domain/Json.ts"
import type { CellVerdict, RunVerdict } from "../../../domain/Verdict.ts"
import type { Entry, Ledger } from "../Ledger.ts"
import { unpacker } from "../packing.ts"
import { byId } from "./dom.ts"

export const readLedger = (): Ledger => JSON.parse(byId("ledger")?.textContent ?? "{}") as Ledger

/** A cell with its entry and its place in the ledger. */
export interface Opened {
  readonly at: number
  readonly entry: Entry
  readonly cell: CellVerdict
}

export type ReadCell = (at: number) => CellVerdict | undefined

/** Keeps the cell that was read last. */
export const cellReader = (): ReadCell => {
  let last: { readonly at: number; readonly cell: CellVerdict } | undefined
  return (at) => {
    if (last?.at === at) return last.cell
    const text = byId(`cell-${at}`)?.textContent
    if (text === undefined || text === null) return undefined
    const packed = JSON.parse(text) as { cell: Json; runs: ReadonlyArray<Json>; table: ReadonlyArray<Json> }
    const unpack = unpacker(packed.table)
    const cell = { ...(unpack(packed.cell) as object), runs: packed.runs.map(unpack) } as unknown as CellVerdict
    last = { at, cell }
    return cell
  }
}

export const isRedRun = ({ verdict }: RunVerdict): boolean => verdict !== "pass"
