/**
 * The one command that shows a red line again, offline.
 */
export const againCommand = (file: string, cell: string): string =>
  `passhat run ${quoted(file)} --filter ${quoted(cell)} --verbose`

/** Quoted for a shell where it has to be: inside single quotes nothing is special. */
const quoted = (word: string): string => (/^[\w./:=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)
