/**
 * The mutants of a source text: each is the text with one small mistake in it.
 *
 * It expects code as the formatter writes it, with spaces around operators, so that it does not change generics, arrows
 * and assertions. Nor does it change comments, strings, patterns, imports and types, which have no effect at run time.
 */

export interface Mutant {
  readonly file: string
  readonly line: number
  /** The line as it is, and with the mistake. */
  readonly code: string
  readonly mutant: string
  /** The whole text with the mistake. */
  readonly text: string
}

export const mutantsOf = (file: string, source: string): ReadonlyArray<Mutant> => {
  const code = withoutTypes(withoutTexts(source))
  return mistakes
    .flatMap(([place, mistake]) => [...code.matchAll(place)].map(({ 0: found, index }) => ({ found, index, mistake })))
    .toSorted((a, b) => a.index - b.index)
    .map(({ found, index, mistake }) => {
      const text = `${source.slice(0, index)}${mistake(found)}${source.slice(index + found.length)}`
      const line = source.slice(0, index).split("\n").length
      return { file, line, code: lineAt(source, line), mutant: lineAt(text, line), text }
    })
}

const swapped: Readonly<Record<string, string>> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
  "&&": "||",
  "||": "&&",
  "+": "-",
  "-": "+",
  "*": "/",
  "/": "*",
  "Math.min": "Math.max",
  "Math.max": "Math.min"
}

/** Where a mistake can be made, and which. */
const mistakes: ReadonlyArray<readonly [RegExp, (found: string) => string]> = [
  [/(?<=\s)(?:<=?|>=?|===|!==|&&|\|\||[-+*/])(?=\s)|\bMath\.(?:min|max)\b/g, (found) => swapped[found] ?? found],
  [/(?<![\w$.])\d[\d_]*(?:\.\d+)?(?:e[-+]?\d+)?(?![\w$])/g, (found) => String(Number(found.replaceAll("_", "")) + 1)],
  [/(?<![\w$)\]!])!(?=[\w$([])/g, () => ""]
]

const lineAt = (text: string, line: number): string => text.split("\n")[line - 1]?.trim() ?? ""

/** Everything that is no code becomes blank, and stays as long as it was. */
const blank = (text: string): string => text.replaceAll(/[^\n]/g, " ")

const noise = /\/\*[^]*?\*\/|\/\/.*|"(?:\\.|[^"\\])*"|\/(?![ *=])(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[\n])+\/[a-z]*/y

/** From a backtick, or from the brace that ends an expression, to the next backtick or expression. */
const template = /[`}](?:\\[^]|\$(?!\{)|[^`\\$])*(?:`|\$\{)/y

const withoutTexts = (source: string): string => {
  /** For each template that is open, how many braces are open in its expression. */
  const open: Array<number> = []
  let code = ""
  while (code.length < source.length) {
    const char = source[code.length]!
    const ends = char === "}" && open.at(-1) === 0
    if (ends) open.pop()
    const skipped = matchAt(ends || char === "`" ? template : noise, source, code.length)
    if (skipped === undefined) {
      if (char === "{" && open.length > 0) open[open.length - 1]! += 1
      if (char === "}" && open.length > 0) open[open.length - 1]! -= 1
      code += char
    } else {
      if (skipped.endsWith("${") && (ends || char === "`")) open.push(0)
      code += blank(skipped)
    }
  }
  return code
}

const matchAt = (pattern: RegExp, text: string, at: number): string | undefined => {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

const declaresNoCode = /^(?:import|export \{|export \*|(?:export )?(?:interface|type)) ?/

/** A declaration lasts until the next line that is neither indented nor closes it. */
const withoutTypes = (source: string): string => {
  let skips = false
  return source
    .split("\n")
    .map((line) => {
      if (/^[^\s})\]]/.test(line)) skips = declaresNoCode.test(line)
      return skips ? blank(line) : line
    })
    .join("\n")
}
