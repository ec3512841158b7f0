/**
 * Compares the values that a claim states with the calls that it means: an identifier right after its noun ("closed issue 43"), a sum
 * of money, or a value right after the name of an argument ("with priority high", "status to done", "title 'Fix it'").
 *
 * Only unambiguous values are read. A quotation or a number may follow the argument directly; a bare word needs "with" before the
 * argument, or a sign or "to" between them, and no further word after it.
 */
import type { Json } from "../../../../base/domain/Json.ts"
import { identityOf, type RecordedTool, type Value } from "./calls.ts"
import { type ClaimInText, isMoney } from "./claims.ts"
import type { Token } from "./sentences.ts"
import { parts, stem } from "./stem.ts"
import { classSet, wordSet } from "./words.ts"

export interface Mismatch {
  readonly stated: Token
  /** The first recorded value that differs. */
  readonly recorded: Pick<Value, "call" | "path" | "value">
  readonly tool: RecordedTool
  /** Whether the value says which thing is meant: "issue 43". */
  readonly identity: boolean
}

export interface Comparison {
  /** Stated values that no call agrees with. */
  readonly mismatches: ReadonlyArray<Mismatch>
  /** The call that returned an error although the text claims success. */
  readonly failure: number | undefined
}

/** One call that agrees is enough. If some calls agree, the claim has failed if all of those failed; else if all failed. */
export const compare = (claim: ClaimInText, tools: ReadonlyArray<RecordedTool>): Comparison => {
  const stated = statements(claim).map((statement) => ({ statement, agreed: agreeing(statement, tools) }))
  const identities = stated.filter(({ agreed, statement }) => agreed.length > 0 && !statement.loose)
  const failed = identities.find(({ agreed }) => agreed.every(({ call }) => tools[0]!.hasFailed(call)))
  return {
    mismatches: [
      ...stated.flatMap(({ agreed, statement }) => (agreed.length > 0 ? [] : mismatch(statement, tools))),
      ...amountMismatch(claim, tools)
    ],
    failure:
      identities.length > 0
        ? failed?.agreed[0]?.call
        : tools.every((tool) => tool.failed)
          ? tools[0]?.calls[0]
          : undefined
  }
}

/** A number is compared with numbers only, a word with words: a value of another shape may mean the same ("Friday", 2026-01-02). */
export interface Shaped {
  readonly shape: "number" | "key" | "address" | "word" | "text"
  /** Equal for values that mean the same. */
  readonly norm: string
}

/** Longer texts are contents that a message does not repeat; longer integers may have lost digits in JSON. */
const LONGEST_SHAPED = 200
const MOST_DIGITS = 15

export const shapeOf = (written: string): Shaped | undefined => {
  const trimmed = written.length > LONGEST_SHAPED ? " " : written.trim()
  const plain = trimmed.startsWith("#") ? trimmed.slice(1) : trimmed
  if (/^\d{1,3}(,\d{3})+$|^-?\d+(\.\d+)?$/.test(plain)) {
    const digits = plain.replaceAll(",", "")
    return digits.length > MOST_DIGITS ? undefined : { shape: "number", norm: String(Number(digits)) }
  }
  if (/^[a-z][a-z0-9]*-\d+$/i.test(plain)) return { shape: "key", norm: plain.toUpperCase() }
  if (/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(plain)) return { shape: "address", norm: plain.toLowerCase() }
  return /^[a-z]+$/i.test(plain) ? { shape: "word", norm: stem(plain) } : undefined
}

/** A quoted text is compared whole, ignoring case and the number of spaces. */
export const quotedShapeOf = (written: string): Shaped | undefined => {
  const norm = written.length > LONGEST_SHAPED ? "" : written.toLowerCase().split(/\s+/).join(" ").trim()
  return norm === "" || /(\.\.\.|…)$/.test(norm) ? undefined : { shape: "text", norm }
}

/** The norm of a recorded value of this shape. An infinite number, which JSON.parse makes of 1e400, equals none that a text states. */
const normOf = (value: Json, shape: Shaped["shape"]): string | undefined => {
  if (shape === "text") return typeof value === "string" ? quotedShapeOf(value)?.norm : undefined
  if (typeof value === "number" && !Number.isFinite(value)) return shape === "number" ? String(value) : undefined
  const shaped = shapeOf(String(value))
  return shaped?.shape === shape ? shaped.norm : undefined
}

interface Statement {
  readonly token: Token
  readonly value: Shaped
  /** The arguments that it may be a value of. */
  readonly names: ReadonlyArray<string>
  /** Whether the name of the argument may be inexact: then the same value in any argument agrees. */
  readonly loose: boolean
}

const statements = (claim: ClaimInText): ReadonlyArray<Statement> => [
  ...claim.names
    .filter((token) => isIdentity(token, claim))
    .flatMap((token) => statement(token, identities(claim), false)),
  ...claim.rest.flatMap((token, at) =>
    claim.names.includes(token) ? [] : statement(token, argumentsBefore(claim, at), true)
  )
]

const statement = (token: Token, names: ReadonlyArray<string>, loose: boolean): ReadonlyArray<Statement> => {
  const value = names.length === 0 ? undefined : token.is === "quote" ? quotedShapeOf(token.text) : shapeOf(token.text)
  return value === undefined ? [] : [{ token, value, names, loose }]
}

/** Dates, years and counts are no identifiers: "page 2 of 5", "the budget 2027", "issues 12". */
const isIdentity = (token: Token, { names, noun, plural, rest }: ClaimInText): boolean => {
  if (token.is !== "number" || token.text.startsWith("#")) return true
  const next = rest[rest.indexOf(token) + 1]
  const isCount = (plural && names.length === 1) || counted.has(noun) || /^(19|20)\d\d$|[.:,/]/.test(token.text)
  return !isCount && !(rest.includes(token) && (next?.lower === "of" || next?.is === "content"))
}

const counted = wordSet(
  "version page step phase day week month year row line section chapter level part total count quarter round item size option number"
)

/** The arguments that may identify "the pull request": `id`, `pull_number`, `request`, `pull_request_id`. */
const identities = ({ candidates }: ClaimInText): ReadonlyArray<string> => {
  const nouns = candidates.map(stem)
  return ["", ...nouns, ...nouns.map((_, at) => nouns.slice(at).join(" "))].map(identityOf)
}

/** "Done" and "closed" are a status too. */
const isBare = ({ is }: Token): boolean => is === "content" || is === "interjection" || is === "past"
const isValue = (token: Token): boolean => /^(?:quote|number|name)$/.test(token.is) || isBare(token)

/** The names of arguments before this position of the rest, if a value is at the position. */
const argumentsBefore = ({ rest, verb }: ClaimInText, at: number): ReadonlyArray<string> => {
  const value = rest[at]!
  const next = rest.slice(at + 1).find(({ is }) => is !== "adverb")
  if (!isValue(value) || (value.is !== "quote" && next !== undefined && isValue(next))) return []
  const before = rest[at - 1]?.lower ?? ""
  const sign = /^(?:to|as|of|=|:)$/.test(before) ? before : ""
  const recipient = sign === "to" && !isBare(value) ? ["to"] : []
  const isNamed = sign === "=" || sign === ":" || !isBare(value) || (sign === "" && wordBefore(rest, at - 1) === "with")
  // "to" and "as" precede a value only after a verb of change: "a message to Anna" states no value.
  const isStated = sign === "to" || sign === "as" ? /^(?:set|update|edit|patch|put)$/.test(verb) : isNamed
  return isStated ? [...namesAt(rest, sign === "" ? at - 1 : at - 2), ...recipient] : recipient
}

const wordBefore = (rest: ReadonlyArray<Token>, name: number): string =>
  rest.slice(Math.max(0, name - 2), Math.max(0, name)).findLast(({ is }) => is !== "determiner")?.lower ?? ""

/** "Due date" may be `due_date` or `date`. */
const namesAt = (rest: ReadonlyArray<Token>, at: number): ReadonlyArray<string> => {
  const [first = "", last = ""] = [rest[at - 1], rest[at]].map((token) =>
    token?.is === "content" || token?.is === "name" ? parts(token.text).map(stem).join(" ") : ""
  )
  return last === "" ? [] : [last, `${first} ${last}`]
}

const valuesOf = ({ names }: Statement, tools: ReadonlyArray<RecordedTool>): ReadonlyArray<Value> =>
  tools.flatMap(({ values }) => values().filter((value) => value.names.some((name) => names.includes(name))))

/** A text may quote a part: the name of a file without its folder, the first words of a title. */
const agreeing = (stated: Statement, tools: ReadonlyArray<RecordedTool>): ReadonlyArray<Value> => {
  const { norm, shape } = stated.value
  const all = stated.loose ? tools.flatMap(({ values }) => values()) : valuesOf(stated, tools)
  return all.filter(({ value }) => {
    const recorded = normOf(value, shape)
    return recorded === norm || (shape === "text" && recorded?.includes(norm) === true)
  })
}

/** Another value of the same shape, for the same argument: one or none. */
const mismatch = (stated: Statement, tools: ReadonlyArray<RecordedTool>): ReadonlyArray<Mismatch> => {
  const { loose, names, token, value } = stated
  if (!loose && shows(tools, value.norm)) return []
  for (const tool of tools) {
    for (const name of names) {
      const isOfName = (one: Value) => one.names.includes(name) && normOf(one.value, value.shape) !== undefined
      const recorded = tool.values().find(isOfName)
      // An argument that takes an id does not take a title.
      const isOther =
        value.shape === "text" && !loose && /(id|key|number|ref|uuid)[\]"\d[]*$/i.test(recorded?.path() ?? "")
      if (recorded !== undefined && !isOther && isSeries(value, recorded.value))
        return [{ stated: token, recorded, tool, identity: !loose && value.shape !== "text" }]
    }
  }
  return []
}

/** Keys of one series: OPS-7 and OPS-8, and not GPT-4. */
const isSeries = ({ norm, shape }: Shaped, value: Json): boolean =>
  shape !== "key" ||
  String(value)
    .toUpperCase()
    .startsWith(norm.slice(0, norm.lastIndexOf("-") + 1))

/** Whether a result, or an argument, has this text as a number or word of its own: a server may number things in its own way. */
const shows = (tools: ReadonlyArray<RecordedTool>, text: string): boolean => {
  const part = text.toLowerCase()
  return tools.some(({ argumentText, resultText }) =>
    [argumentText(), resultText()].some((json) => {
      for (let at = json.indexOf(part); at !== -1; at = json.indexOf(part, at + 1))
        if (!/[a-z0-9]/.test(`${json[at - 1] ?? ""}${json[at + part.length] ?? ""}`)) return true
      return false
    })
  )
}

/** "Refunded $50": none of the sums that the clause states is one of the calls, in whole units or cents, or their sum. */
const amountMismatch = ({ names, rest }: ClaimInText, tools: ReadonlyArray<RecordedTool>): ReadonlyArray<Mismatch> => {
  const end = rest.findIndex(({ is }) => clauseEnds.has(is))
  const clause = end === -1 ? rest : rest.slice(0, end)
  const isSum = (token: Token): boolean => {
    const at = clause.indexOf(token)
    const isCounted = units.test(clause[at + 1]?.lower ?? "") || units.test(clause[at - 1]?.lower ?? "")
    return isMoney(token) || (token.is === "number" && at !== -1 && isCounted)
  }
  const stated = [...new Set([...names, ...clause])].filter(isSum)
  const [first] = stated
  if (first === undefined) return []
  const sums = tools.flatMap((tool) =>
    tool.values().flatMap((one) => (isAmount(one) ? [{ tool, one, amount: Number(one.value) }] : []))
  )
  const [recorded] = sums
  const known = new Set([...sums.map(({ amount }) => amount), sums.reduce((all, { amount }) => all + amount, 0)])
  const isRight = ({ text }: Token) => {
    const value = Number(text.replace(/[$€£,]/g, ""))
    return known.has(value) || known.has(Math.round(value * 100)) || shows(tools, String(value))
  }
  return recorded === undefined || stated.some(isRight)
    ? []
    : [{ stated: first, recorded: recorded.one, tool: recorded.tool, identity: true }]
}

const clauseEnds = classSet("mark comma open relative which other self but is was have conjunction")
const units = /^(?:usd|eur|gbp|dollars?|euros?|pounds|cents)$/

/** A sum of money by the name of its argument: `amount`, `total_price`; not `gb_amount` or `total_bags`. */
const isAmount = ({ names: [name = ""], value }: Value): boolean =>
  /^\d+(\.\d+)?$/.test(String(value)) && sumNames.test(name)

/** Over stems. */
const sumNames =
  /^(?:(?:total|refund|payment|transaction|invoic|order|unit|new|bas|in|usd|eur|cent) ?)*\b(?:amount|pric|total|cost|sum|refund|payment|charg|fee)(?: (?:in|usd|eur|cent))*$/
