/**
 * The values that a claim states: an identifier right after its noun ("closed issue 43"), or a value right after the
 * name of an argument ("with priority high", "status to done", "title 'Fix it'").
 *
 * Only unambiguous values are read. A quotation or a number may follow the argument directly; a bare word needs "with"
 * before the argument, or a sign or "to" between them, and no further word after it.
 */
import type { ClaimInText } from "./claims.ts"
import { identityOf } from "./facts.ts"
import { parts } from "./parts.ts"
import type { Token } from "./sentences.ts"
import { shapeOf, type Shaped, quotedShapeOf } from "./shapes.ts"
import { stem } from "./stem.ts"
import type { Class } from "./words.ts"

export interface Statement {
  readonly token: Token
  readonly value: Shaped
  /** The arguments that it may be a value of. */
  readonly names: ReadonlyArray<string>
  /** Whether the name of the argument may be inexact: then the same value in any argument agrees. */
  readonly loose: boolean
}

export const statements = (claim: ClaimInText): ReadonlyArray<Statement> => [
  ...claim.names
    .filter((token) => isIdentity(token, claim))
    .flatMap((token) => statement(token, identities(claim), false)),
  ...claim.rest.flatMap((token, at) =>
    claim.names.includes(token) ? [] : statement(token, argumentsBefore(claim, at), true)
  )
]

/** Dates, years and counts are no identifiers: "page 2 of 5", "the budget 2027", "issues 12". */
const isIdentity = (token: Token, { names, noun, plural, rest }: ClaimInText): boolean => {
  if (token.is !== "number" || token.text.startsWith("#")) return true
  const next = rest[rest.indexOf(token) + 1]
  const isCount = (plural && names.length === 1) || counted.has(noun) || /^(19|20)\d\d$|[.:,/]/.test(token.text)
  return !isCount && !(rest.includes(token) && (next?.lower === "of" || next?.is === "content"))
}

const counted = new Set(
  "version page step phase day week month year row line section chapter level part total count quarter round item size option number".split(
    " "
  )
)

const statement = (token: Token, names: ReadonlyArray<string>, loose: boolean): ReadonlyArray<Statement> => {
  const value = names.length === 0 ? undefined : token.is === "quote" ? quotedShapeOf(token.text) : shapeOf(token.text)
  return value === undefined ? [] : [{ token, value, names, loose }]
}

/** The arguments that may identify "the pull request": `id`, `pull_number`, `request`, `pull_request_id`. */
const identities = ({ candidates }: ClaimInText): ReadonlyArray<string> => {
  const nouns = candidates.map(stem)
  return ["", ...nouns, ...nouns.map((_, at) => nouns.slice(at).join(" "))].map(identityOf)
}

/** The names of arguments before this position of the rest, if a value is at the position. */
const argumentsBefore = ({ rest, verb }: ClaimInText, at: number): ReadonlyArray<string> => {
  const value = rest[at]!
  const next = rest.slice(at + 1).find(({ is }) => is !== "adverb")
  if (!values.has(value.is) || (value.is !== "quote" && next !== undefined && values.has(next.is))) return []
  const sign = signs.has(rest[at - 1]?.lower ?? "") ? rest[at - 1]!.lower : ""
  const recipient = sign === "to" && !isBare(value) ? ["to"] : []
  const names = namesAt(rest, sign === "" ? at - 1 : at - 2)
  return isStated(sign, value, verb, wordBefore(rest, at - 1)) ? [...names, ...recipient] : recipient
}

const isBare = ({ is }: Token): boolean => bare.has(is)

/** "Done" and "closed" are a status too. */
const bare = new Set<Class>(["content", "interjection", "past"])
const values = new Set<Class>(["quote", "number", "name", ...bare])
const signs = new Set(["to", "as", "of", "=", ":"])

/** "Due date" may be `due_date` or `date`. */
const namesAt = (rest: ReadonlyArray<Token>, at: number): ReadonlyArray<string> => {
  const names = [rest[at - 1], rest[at]].map((token) =>
    token?.is === "content" || token?.is === "name" ? token : undefined
  )
  const [first = "", last = ""] = names.map((token) =>
    parts(token?.text ?? "")
      .map(stem)
      .join(" ")
  )
  return last === "" ? [] : [last, `${first} ${last}`]
}

/** "to" and "as" precede a value only after a verb of change: "a message to Anna" states no value. */
const isStated = (sign: string, value: Token, verb: string, before: string): boolean => {
  if (sign === "to" || sign === "as") return changes.has(verb)
  return !isBare(value) || sign === "=" || sign === ":" || (sign === "" && before === "with")
}

const changes = new Set(["set", "update", "edit", "patch", "put"])

const wordBefore = (rest: ReadonlyArray<Token>, name: number): string =>
  rest.slice(Math.max(0, name - 2), Math.max(0, name)).findLast(({ is }) => is !== "determiner")?.lower ?? ""
