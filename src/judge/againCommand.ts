/**
 * The command that replays one cell and prints it in full, shown below a red cell.
 */
export const againCommand = (file: string, cell: string): string =>
  `passhat run ${quoted(file)} --filter ${quoted(cell)} --verbose`

/** In single quotes if a shell would interpret any character of it. */
const quoted = (word: string): string => (/^[\w./:=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)
