/**
 * Rows of texts as lines of a table: each column is as wide as its widest text. The texts are escaped already.
 */
import { pad, widthOf } from "./width.ts"

export const inColumns = (rows: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> => {
  const widths: Array<number> = []
  for (const row of rows) {
    for (const [column, text] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, widthOf(text))
  }
  return rows.map((row) =>
    row
      .map((text, column) => pad(text, widths[column] ?? 0))
      .join("  ")
      .trimEnd()
  )
}
