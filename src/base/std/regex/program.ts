/**
 * A regular expression as a program that reads a text once. Undefined for what no such program can do: references to groups, the flag `v`,
 * and flags of a part.
 *
 * The engine has accepted the expression before, and is asked what a single character is: classes, cases and Unicode are its own.
 */

export type Step =
  | { readonly op: "char"; readonly fits: (char: string) => boolean }
  | { readonly op: "at"; readonly holds: (before: string, after: string) => boolean }
  | { readonly op: "look"; readonly program: Program; readonly behind: boolean; readonly negated: boolean }
  | { readonly op: "jump"; readonly to: ReadonlyArray<number> }

/** Steps in their order; the end is behind the last one. */
export type Program = ReadonlyArray<Step>

/** The most steps: a repetition is written out. */
const MOST_STEPS = 20_000

export const programOf = (pattern: string, flags: string): Program | undefined =>
  flags.includes("v") ? undefined : writing(pattern, flags)

const LOOKS: Readonly<Record<string, { readonly behind: boolean; readonly negated: boolean }>> = {
  "(?=": { behind: false, negated: false },
  "(?!": { behind: false, negated: true },
  "(?<=": { behind: true, negated: false },
  "(?<!": { behind: true, negated: true }
}

const OPENING = /\((?:\?(?:[:=!]|<[=!]|<[^>=!][^>]*>))?/y
const QUANTIFIER = /(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/y
const CLASS = /\[(?:\\[^]|[^\]\\])*\]/y
const HEX = "[0-9a-fA-F]"
const ESCAPES = `u${HEX}{4}|x${HEX}{2}|c[A-Za-z]|[^cCkK1-9]`
const ESCAPE = new RegExp(`\\\\(?:${ESCAPES})`, "y")
const UNICODE_ESCAPE = new RegExp(
  `\\\\(?:u\\{${HEX}+\\}|u[dD][89abAB]${HEX}{2}\\\\u[dD][c-fC-F]${HEX}{2}|[pP]\\{[^}]*\\}|${ESCAPES})`,
  "yu"
)

const writing = (pattern: string, flags: string): Program | undefined => {
  const isUnicode = flags.includes("u")
  let at = 0
  let isBeyond = false

  const eat = (token: RegExp): RegExpExecArray | undefined => {
    token.lastIndex = at
    const found = token.exec(pattern) ?? undefined
    if (found !== undefined) at += found[0].length
    return found
  }

  /** Until the end, or a closing parenthesis. */
  const alternatives = (): Program => {
    const first = sequence()
    if (pattern[at] !== "|") return first
    at++
    const rest = alternatives()
    return joined(jump(1, first.length + 2), first, jump(rest.length + 1), rest)
  }

  const isOver = (): boolean => isBeyond || at >= pattern.length || pattern[at] === "|" || pattern[at] === ")"

  const sequence = (): Program => {
    const parts: Array<Program> = []
    while (!isOver()) parts.push(repeated(atom()))
    return joined(...parts)
  }

  const atom = (): Program => {
    const opening = pattern[at] === "(" ? eat(OPENING)?.[0] : undefined
    if (opening !== undefined) {
      if (pattern[at] === "?") isBeyond = true
      const inside = alternatives()
      at++
      const look = LOOKS[opening]
      return look === undefined ? inside : [{ op: "look", program: inside, ...look }]
    }
    const source = (
      pattern[at] === "["
        ? eat(CLASS)
        : pattern[at] === "\\"
          ? eat(isUnicode ? UNICODE_ESCAPE : ESCAPE)
          : eat(isUnicode ? /[^]/uy : /[^]/y)
    )?.[0]
    if (source === undefined || (/^\\0$/.test(source) && /\d/.test(pattern[at] ?? ""))) {
      isBeyond = true
      return []
    }
    return /^(?:[$^]|\\[bB])$/.test(source)
      ? [{ op: "at", holds: holding(source, flags) }]
      : [{ op: "char", fits: fitting(source, flags) }]
  }

  const repeated = (part: Program): Program => {
    const found = eat(QUANTIFIER)
    if (found === undefined) return part
    const [sign = "", from = "", comma, to = ""] = found
    const least = from === "" ? (sign.startsWith("+") ? 1 : 0) : Number(from)
    const most =
      from === "" ? (sign.startsWith("?") ? 1 : Infinity) : comma === "" ? least : to === "" ? Infinity : Number(to)
    const copies = most === Infinity ? least + 1 : most
    if (copies * (part.length + 2) > MOST_STEPS) isBeyond = true
    if (isBeyond) return []
    const loop = joined(jump(1, part.length + 2), part, jump(-part.length - 1))
    const maybe = joined(jump(1, part.length + 1), part)
    const needed = Array.from({ length: least }, () => part)
    return joined(...needed, ...(most === Infinity ? [loop] : Array.from({ length: most - least }, () => maybe)))
  }

  const joined = (...parts: ReadonlyArray<Program>): Program => {
    const all = parts.flat()
    if (all.length > MOST_STEPS) isBeyond = true
    return isBeyond ? [] : all
  }

  const program = alternatives()
  return isBeyond || at < pattern.length ? undefined : program
}

/** To steps that are so far from it. */
const jump = (...to: ReadonlyArray<number>): Program => [{ op: "jump", to }]

const fitting = (source: string, flags: string) => {
  const one = new RegExp(`^(?:${source})$`, flags.replaceAll(/[^isu]/g, ""))
  const known = new Map<string, boolean>()
  return (char: string): boolean => {
    const before = known.get(char)
    if (before !== undefined) return before
    const is = one.test(char)
    known.set(char, is)
    return is
  }
}

const holding = (source: string, flags: string) => {
  const one = new RegExp(source, `${flags.replaceAll(/[^imu]/g, "")}y`)
  return (before: string, after: string): boolean => {
    one.lastIndex = before.length
    return one.test(`${before}${after}`)
  }
}
