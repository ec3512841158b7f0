/**
 * What the arguments of a call say that it does, for tools that can do anything: SQL, shell commands, methods of HTTP, and operations
 * by name.
 */
import type { Json, JsonObject } from "../../../../base/domain/Json.ts"
import { type Actions, actionBits, knownVerbs } from "./verbs.ts"
import { wordSet } from "./words.ts"

/** The actions; 0 if the call only reads; undefined if the arguments do not say. */
export const commandActions = (args: JsonObject): Actions | undefined => {
  let found: Actions | undefined
  for (const [key, value] of Object.entries(args)) {
    const isName = /^(?:http_?)?(?:method|verb|operation|action)$/i.test(key)
    if (!isName && !/sql|quer|statement|command|cmd|script|mutation/i.test(key)) continue
    const text = textOf(value)
    const read = isName ? actionsOfWord(text.trim().toLowerCase()) : scriptActions(text)
    if (read !== undefined) found = (found ?? 0) | read
  }
  return found
}

/** A command may be a list of its words, and a query a list of statements. */
const textOf = (value: Json): string =>
  Array.isArray(value)
    ? value.filter((part) => typeof part === "string").join(" ")
    : typeof value === "string"
      ? value
      : ""

const { change, create, remove, send } = actionBits

const aliases = new Map(
  (
    [
      ["rm rmdir shred", remove],
      ["mv chmod chown ln sed alter grant refresh reindex put patch", change],
      ["cp mkdir touch tee dd apply call", create | change],
      ["post", create | change | send],
      [
        "select show describe explain values pragma desc ls cat less grep rg head tail find get options status logs diff list pwd wc ps df du stat echo which whoami env curl query search read fetch cd sort uniq cut awk jq sleep date test tr file type printf tree",
        0
      ],
      ["mutation", create | change | remove]
    ] as ReadonlyArray<readonly [string, Actions]>
  ).flatMap(([words, actions]) => words.split(" ").map((word) => [word, actions] as const))
)

const actionsOfWord = (word: string): Actions | undefined =>
  aliases.get(word) ?? knownVerbs().meanings.get(word)?.actions

const scriptActions = (text: string): Actions | undefined =>
  (startsSql.has(firstWordOf(text)) ? sqlActions : shellActions)(text)

/** After comments and parentheses. */
const firstWordOf = (text: string): string => /^(?:\s|\(|--[^\n]*\n)*([a-z]+)/i.exec(text)?.[1]?.toLowerCase() ?? ""

/** The first word of each statement, and every write in a statement that wraps another one. */
const sqlActions = (text: string): Actions => {
  let found: Actions = 0
  for (const statement of text.split(";")) {
    const first = firstWordOf(statement)
    const wrapped = sqlWrappers.has(first) ? (statement.match(wrappedWrite) ?? []) : []
    for (const word of [first, ...wrapped])
      if (sqlWrites.has(word.toLowerCase())) found |= actionsOfWord(word.toLowerCase()) ?? change
  }
  return found
}

const wrappedWrite = /\b(?:insert|update|delete|create|drop|alter|truncate|merge)\b/gi
const sqlWrappers = wordSet("with do explain")
const sqlWrites = wordSet(
  "insert update delete create drop alter truncate grant revoke merge replace refresh copy call comment upsert"
)
const startsSql = new Set([...sqlWrappers, ...sqlWrites, ..."select begin set show values pragma analyze".split(" ")])

/** The first word of each command, and the words after a program that has commands of its own. */
const shellActions = (text: string): Actions | undefined => {
  let found: Actions | undefined
  let wanted = 1
  let isNext = true
  for (const [word] of text.matchAll(/[;|&\n>]|[A-Za-z_]+/g)) {
    const lower = word.toLowerCase()
    const isFirst: boolean = isNext
    isNext = /[;|&\n]/.test(word)
    if (word === ">") found = (found ?? 0) | create | change
    else if (isNext) wanted = 1
    else if (wanted > 0) {
      const actions = actionsOfWord(lower)
      // A program that is not known may do anything.
      if (actions === undefined && isFirst && !programs.has(lower)) return undefined
      if (actions !== undefined) found = (found ?? 0) | actions
      wanted = Math.max(wanted - 1, programs.get(lower) ?? 0)
    }
  }
  return found
}

/** How many words after a program may say what it does: "git push", "aws s3 rm", "curl -X POST". */
const programs = new Map(
  "git1 kubectl1 docker2 npm1 yarn1 pnpm1 pip1 helm1 gh2 aws2 gcloud4 az3 systemctl1 terraform1 sudo1 curl4"
    .split(" ")
    .map((entry) => [entry.slice(0, -1), Number(entry.slice(-1))])
)
