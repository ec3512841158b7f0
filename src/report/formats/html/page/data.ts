/**
 * Reads the report from the JSON blocks of the page. A cell is parsed when it is opened.
 */
import type { Json } from "../../../../domain/Json.ts"
import type { CellVerdict, RunVerdict } from "../../../../domain/Verdict.ts"
import type { Entry, Overview } from "../Overview.ts"
import { unpacker } from "../packing.ts"
import { byId } from "./dom.ts"

export const readOverview = (): Overview => JSON.parse(byId("overview")?.textContent ?? "{}") as Overview

/** A cell with its entry and its index in the overview. */
export interface OpenCell {
  readonly at: number
  readonly entry: Entry
  readonly cell: CellVerdict
}

export type ReadCell = (at: number) => CellVerdict | undefined

/** Caches the cell that was read last. */
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
