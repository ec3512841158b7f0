/**
 * Names in source for whatever servers, tools and definitions are called.
 */

/** `git-log entry` becomes GitLogEntry; a text without letters and digits becomes "". */
export const pascalCase = (text: string): string => {
  const name = wordsOf(text)
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join("")
  return /^\d/.test(name) ? `_${name}` : name
}

/** The constant that a server of this name is exported as. */
export const identifier = (name: string): string => {
  const pascal = pascalCase(name)
  const camel = `${pascal.charAt(0).toLowerCase()}${pascal.slice(1)}`
  if (camel === "") return "mcpServer"
  return reserved.has(camel) ? `${camel}Server` : camel
}

/** Names of types that a catalogue uses otherwise. */
export const usedNames = ["Json", "ReadonlyArray"]

const wordsOf = (text: string): ReadonlyArray<string> => text.split(/[^A-Za-z0-9]+/).filter((word) => word !== "")

/** Words that cannot name a constant of a module, and the names that the catalogue imports. */
const reserved = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends " +
    "false finally for function if implements import in instanceof interface let new null package private protected " +
    "public return server static super switch this throw tool true try typeof undefined var void while with yield"
  ).split(" ")
)
