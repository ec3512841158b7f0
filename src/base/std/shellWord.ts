/**
 * A word of a command as a shell reads it: in quotes, if it has characters that mean something to a shell.
 */
export const shellWord = (word: string): string =>
  /^[\w./:=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
