/**
 * The lines of a history: a cell behind its hash, and a row behind its time and its hash. A line that was cut, edited or written by
 * something else has another hash.
 */
import { hash } from "node:crypto"
import type { HistoryCell, HistoryLine, HistoryRow } from "../../base/domain/verdict/History.ts"
import { EVIDENCE_DIGITS } from "../../language/metrics/evidenceSeen.ts"
import { canonicalJson } from "../../base/std/canonicalJson.ts"
import { escapeJson } from "../../base/std/escape.ts"
import type { Json } from "../../base/std/Json.ts"
import { tryCatch } from "../../base/std/tryCatch.ts"
import { isHistoryCell, isHistoryRow } from "./historyPredicates.ts"

export const hashOf = (text: string): string => hash("sha256", text)

/** Digits of a hash in a line: enough that no two rows have the same. */
const ID_DIGITS = 32

export const idOf = (text: string): string => hashOf(text).slice(0, ID_DIGITS)

/** The text that is hashed: keys are sorted, and no character of it is obeyed by a terminal. */
export const lineText = (value: HistoryCell | HistoryRow): string => escapeJson(canonicalJson(value as unknown as Json))

/** By this the rows of a cell name it: a person sees which one it is, and one that is run under something else has another key. */
export const historyKey = (cell: HistoryCell): string => keyWith(cell, idOf(lineText(cell)))

const keyWith = ({ cell }: HistoryCell, id: string): string => `${cell}#${id.slice(0, KEY_DIGITS)}`

/** Digits of a hash in a key: enough that no two conditions of one cell have the same. */
const KEY_DIGITS = 16

export const cellLineOf = (cell: HistoryCell): string => {
  const text = lineText(cell)
  return `${CELL_ID}${idOf(text)}${CELL}${text}}\n`
}

/** Its key and the cell, or undefined if it is not a whole line of a cell. */
export const parseCellLine = (line: string): readonly [key: string, cell: HistoryCell] | undefined => {
  if (!line.startsWith(CELL_ID) || !line.startsWith(CELL, CELL_ID_END) || !line.endsWith("}")) return undefined
  const id = line.slice(CELL_ID.length, CELL_ID_END)
  const text = line.slice(CELL_ID_END + CELL.length, -1)
  if (!hashOf(text).startsWith(id)) return undefined
  const cell: unknown = tryCatch(() => JSON.parse(text))
  return isHistoryCell(cell) ? [keyWith(cell, id), cell] : undefined
}

const [CELL_ID, CELL] = ['{"id":"', '","cell":']
const CELL_ID_END = CELL_ID.length + ID_DIGITS

export const rowLineOf = (at: string, text: string): string => `${AT}${at}${ID}${idOf(text)}${ROW}${text}}\n`

/**
 * Undefined if it is not a whole line of a row. Times and hashes have one length, so that no pattern has to be searched. The rows of
 * a report have one time: that of the line before is not looked at again, and kept once.
 */
export const parseRowLine = (line: string, before: HistoryLine | undefined): HistoryLine | undefined => {
  if (!line.startsWith(AT) || !line.startsWith(ID, AT_END) || !line.startsWith(ROW, ID_END) || !line.endsWith("}"))
    return undefined
  const isSameTime = before !== undefined && line.startsWith(before.at, AT.length)
  const at = isSameTime ? before.at : line.slice(AT.length, AT_END)
  const id = line.slice(AT_END + ID.length, ID_END)
  const text = line.slice(ID_END + ROW.length, -1)
  if (!hashOf(text).startsWith(id) || !(isSameTime || isTime(at))) return undefined
  const row: unknown = tryCatch(() => JSON.parse(text))
  return isHistoryRow(row) && isAligned(row) ? { at, id, row } : undefined
}

const [AT, ID, ROW] = ['{"at":"', '","id":"', '","row":']
const AT_END = AT.length + "2026-01-31T23:59:59.999Z".length
const ID_END = AT_END + ID.length + ID_DIGITS

const TIME = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/

/** Runtimes disagree about the 31st of February: it is no time. */
const isTime = (at: string): boolean => TIME.test(at) && Number(at.slice(8, 10)) <= lastDay(at)

const lastDay = (at: string): number =>
  new Date(Date.UTC(Number(at.slice(0, 4)), Number(at.slice(5, 7)), 0)).getUTCDate()

const isAligned = ({ evidence, outcomes }: HistoryRow): boolean =>
  OUTCOMES.test(outcomes) && evidence.length === outcomes.length * EVIDENCE_DIGITS

const OUTCOMES = /^[pfn]+$/
