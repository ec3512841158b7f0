/**
 * The address of what is open, behind # in the URL: `#/suite/agent/model` is a cell, `#/suite/agent/model/7` its run 7. Names
 * stay the same from report to report; a place in the list would not.
 */
import { tryCatch } from "../../../base/std/tryCatch.ts"
import type { Entry } from "../Overview.ts"

/** `missing` says what the report does not have. */
export type Place = { readonly at: number; readonly run?: number } | { readonly missing: string }

export const linkTo = (address: string, run?: number): string =>
  `#/${[...address.split("/"), ...(run === undefined ? [] : [String(run)])].map(encoded).join("/")}`

/** Without an address, the first cell is open, which is red if any cell is. */
export const placeOf = (hash: string, entries: ReadonlyArray<Pick<Entry, "address">>): Place => {
  if (entries.length === 0) return { missing: "This report has no cell." }
  if (hash === "" || hash === "#") return { at: 0 }
  const address = tryCatch(() => decodeURIComponent(hash.slice(1))) ?? hash.slice(1)
  if (!address.startsWith("/")) return { missing: `No cell has the address #${address}.` }
  const find = (path: string): number => entries.findIndex((entry) => wellFormed(entry.address) === path.slice(1))
  const at = find(address)
  if (at >= 0) return { at }
  const [, path = "", run] = /^(.*)\/(\d+)$/s.exec(address) ?? []
  const cell = find(path)
  return cell < 0 ? { missing: `No cell has the address #${address}.` } : { at: cell, run: Number(run) }
}

/** Half of a pair of code units cannot be encoded. */
const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, "\uFFFD")

const encoded = (part: string): string => encodeURIComponent(wellFormed(part))
