/**
 * What the arguments of a call say that it does, for tools that can do anything: SQL, shell commands, methods of HTTP,
 * and operations by name.
 */
import type { Json, JsonObject } from "../../../../base/domain/Json.ts"
import { type Actions, actionBits, knownVerbs } from "./verbs.ts"

/** The actions; 0 if the call only reads; undefined if the arguments do not say. */
export const commandActions = (args: JsonObject): Actions | undefined => {
  let found: Actions | undefined
  for (const [key, value] of Object.entries(args)) {
    const text = textOf(value)
    const read = namesOperation.test(key)
      ? actionsOfWord(text.trim().toLowerCase())
      : holdsCommand.test(key)
        ? scriptActions(text)
        : undefined
    if (read !== undefined) found = (found ?? 0) | read
  }
  return found
}

const namesOperation = /^(http_?)?(method|verb|operation|action)$/i
const holdsCommand = /sql|quer|statement|command|cmd|script|mutation/i

/** A command may be a list of its words, and a query a list of statements. */
const textOf = (value: Json): string =>
  typeof value === "string"
    ? value
    : Array.isArray(value)
      ? value.filter((part) => typeof part === "string").join(" ")
      : ""

const { change, create, remove, send } = actionBits

const aliases = new Map<string, Actions>()
const alias = (words: string, actions: Actions): void => {
  for (const word of words.split(" ")) aliases.set(word, actions)
}
alias("rm rmdir shred", remove)
alias("mv chmod chown ln sed alter grant refresh reindex put patch", change)
alias("cp mkdir touch tee dd apply call", create | change)
alias("post", create | change | send)
alias("select show describe explain values pragma desc ls cat less grep rg head tail find get options status logs", 0)
alias("diff list pwd wc ps df du stat echo which whoami env curl query search read fetch mutation", 0)
aliases.set("mutation", create | change | remove)

const actionsOfWord = (word: string): Actions | undefined =>
  aliases.get(word) ?? knownVerbs().meanings.get(word)?.actions

const scriptActions = (text: string): Actions | undefined =>
  (startsSql.has(firstWord.exec(text)?.[1]?.toLowerCase() ?? "") ? sqlActions : shellActions)(text)

/** The first word of each statement, and every write in a statement that wraps another one. */
const sqlActions = (text: string): Actions => {
  let found: Actions = 0
  for (const statement of text.split(";")) {
    const first = firstWord.exec(statement)?.[1]?.toLowerCase() ?? ""
    if (sqlWrites.has(first)) found |= actionsOfWord(first) ?? change
    if (!sqlWrappers.has(first)) continue
    for (const [word] of statement.matchAll(wrapped)) found |= actionsOfWord(word.toLowerCase()) ?? change
  }
  return found
}

/** After comments and parentheses. */
const firstWord = /^(?:\s|\(|--[^\n]*\n)*([a-z]+)/i
const wrapped = /\b(?:insert|update|delete|create|drop|alter|truncate|merge)\b/gi

const sqlWrappers = new Set(["with", "do", "explain"])
const sqlWrites = new Set(
  "insert update delete create drop alter truncate grant revoke merge replace refresh copy call comment upsert".split(
    " "
  )
)
const startsSql = new Set([
  ...sqlWrappers,
  ...sqlWrites,
  "select",
  "begin",
  "set",
  "show",
  "values",
  "pragma",
  "analyze"
])

/** The first word of each command, and the words after a program that has commands of its own. */
const shellActions = (text: string): Actions | undefined => {
  let found: Actions | undefined
  let wanted = 1
  for (const [word] of text.matchAll(/[;|&\n]|>|[A-Za-z_]+/g)) {
    const lower = word.toLowerCase()
    if (word === ">") found = (found ?? 0) | create | change
    else if (separators.has(word)) wanted = 1
    else if (wanted > 0) {
      const actions = actionsOfWord(lower)
      if (actions !== undefined) found = (found ?? 0) | actions
      wanted = Math.max(wanted - 1, programs.get(lower) ?? 0)
    }
  }
  return found
}

const separators = new Set([";", "|", "&", "\n"])

/** How many words after a program may say what it does: "git push", "aws s3 rm", "curl -X POST". */
const programs = new Map(
  "git1 kubectl1 docker2 npm1 yarn1 pnpm1 pip1 helm1 gh2 aws2 gcloud4 az3 systemctl1 terraform1 sudo1 curl4"
    .split(" ")
    .map((entry) => [entry.slice(0, -1), Number(entry.slice(-1))])
)
