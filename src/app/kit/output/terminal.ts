/**
 * What the reader's terminal can show.
 */
import { type BigIntStats, fstatSync, statSync } from "node:fs"
import process from "node:process"
import { tryCatch } from "../../../base/std/tryCatch.ts"

/** Standard output or standard error, by its number. */
export type Output = 1 | 2

/**
 * What an output is; undefined if it is closed. In bigints, since Node 20 keeps the numbers of the last file that was asked for: after those
 * of a pipe, `require` does not follow links, and loads a second copy of what they lead to.
 */
export const statOf = (output: Output): BigIntStats | undefined => tryCatch(() => fstatSync(output, { bigint: true }))

/** Asking a runtime for an output loads all of its streams, so what is no terminal is recognised without. */
export const terminalAt = (output: Output): NodeJS.WriteStream | undefined => {
  const found = statOf(output)
  if (found === undefined || !found.isCharacterDevice() || isNull(found)) return undefined
  const stream = streamAt(output)
  return stream.isTTY === true ? stream : undefined
}

/** As in `node:os`, which takes longer to load than all that is asked here. */
const devNull = process.platform === "win32" ? "\\\\.\\nul" : "/dev/null"

const isNull = ({ rdev }: BigIntStats): boolean => tryCatch(() => statSync(devNull, { bigint: true }).rdev) === rdev

export const streamAt = (output: Output): NodeJS.WriteStream => (output === 1 ? process.stdout : process.stderr)

export type Write = NodeJS.WriteStream["write"]

/** The `write` of streams in which it is replaced, so that passhat itself can still write to them. */
export const replacedWrites = new WeakMap<NodeJS.WriteStream, Write>()

/** A stream, and the function that passhat writes to it with. */
export const writerAt = (output: Output): { readonly stream: NodeJS.WriteStream; readonly write: Write } => {
  const stream = streamAt(output)
  return { stream, write: replacedWrites.get(stream) ?? stream.write.bind(stream) }
}

/** Only a terminal has colours, unless a variable says otherwise. NO_COLOR outranks FORCE_COLOR. */
export const hasColor = (output: Output): boolean => {
  const { FORCE_COLOR, NO_COLOR } = process.env
  if (NO_COLOR !== undefined && NO_COLOR !== "") return false
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== "") return FORCE_COLOR !== "0"
  return terminalAt(output) !== undefined
}

/** COLUMNS if it is set, else what the terminal says. A pipe has lines of any length. */
export const widthOf = (output: Output): number => {
  const asked = Number(process.env.COLUMNS)
  if (Number.isInteger(asked) && asked > 0) return asked
  const columns = terminalAt(output)?.columns ?? 0
  return columns > 0 ? columns : Infinity
}
