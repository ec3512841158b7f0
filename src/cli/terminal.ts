/**
 * What the reader's terminal can show.
 */
import process from "node:process"

/** Only a terminal has colours, unless somebody says otherwise. NO_COLOR outranks FORCE_COLOR. */
export const hasColor = (stream: NodeJS.WriteStream): boolean => {
  const { FORCE_COLOR, NO_COLOR } = process.env
  if (NO_COLOR !== undefined && NO_COLOR !== "") return false
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== "") return FORCE_COLOR !== "0"
  return stream.isTTY === true
}

/** COLUMNS if it is set, else what the terminal says. A pipe has lines of any length. */
export const widthOf = (stream: NodeJS.WriteStream): number => {
  const asked = Number(process.env.COLUMNS)
  if (Number.isInteger(asked) && asked > 0) return asked
  return stream.isTTY === true && stream.columns > 0 ? stream.columns : Infinity
}
