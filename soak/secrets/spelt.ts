/**
 * The canaries in every form, for texts that tell them, and the search for any of them in what passhat leaves behind.
 */
import { escapeLine } from "../../src/base/std/escape.ts"
import { canaries, encodings } from "../../test/engine/layers/record/canaries.ts"
import { withCells } from "../../test/features/html/cellsOfPage.ts"

/** Every place in which an agent, a model, a server or a suite of `project/` can say something. */
export const placements = (
  "prompt system argumentName argument modelText rubric judgement version instructions listed result resource structuredName structured error thrown " +
  "stderr said driverArgument response driverError printed lastWords expected fault refused catalogue schema choice model loading header stray asked"
).split(" ")

/** What a suite itself says, in its plan. */
const said = new Set("prompt system argumentName expected fault".split(" "))

/** The same, told by everything but the plan of the suite. */
export const saidByOthers = (texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, said.has(name) ? `no ${name}` : text]))

const spelt = encodings.flatMap(([form, encode]) =>
  canaries.map((canary, number) => ({ form, number, text: encode(canary) }))
)

export const SEARCHED = spelt.length

/** Each canary in each form. */
export const forms: ReadonlyArray<string> = spelt.map(({ text }) => text)

/** By placement: the first canaries in all forms, another one at the beginning each time, since reports shorten what is long. */
export const textsOf = (seed: number, count = canaries.length): Readonly<Record<string, string>> => {
  const known = spelt.filter(({ number }) => number < count)
  return Object.fromEntries(
    placements.map((name, at) => {
      const first = (seed + at * 17) % known.length
      return [name, [...known.slice(first), ...known.slice(0, first)].map(({ text }) => `(${text})`).join(" ")]
    })
  )
}

/** What a text shows: "canary 3 in hex". Its own escapes may be around it: of JSON, of a page, of a line. The cells of a page are unpacked. */
export const canariesIn = (shown: string): ReadonlyArray<string> => {
  const text = withCells(shown)
  const found = new Set<string>()
  for (let at = 0; at + START <= text.length; at++) {
    for (const { name, needle } of needles.get(text.slice(at, at + START)) ?? []) {
      if (text.startsWith(needle, at)) found.add(name)
    }
  }
  return [...found]
}

const json = (text: string): string => JSON.stringify(text).slice(1, -1)
const page = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;")
const inPage = (text: string): string =>
  json(text).replaceAll("<", "\\u003c").replaceAll(">", "\\u003e").replaceAll("&", "\\u0026")
const command = (text: string): string =>
  text
    .replaceAll("%", "%25")
    .replaceAll("\r", "%0D")
    .replaceAll("\n", "%0A")
    .replaceAll(":", "%3A")
    .replaceAll(",", "%2C")

const written = [
  (text: string) => text,
  json,
  (text: string) => json(json(text)),
  page,
  (text: string) => page(json(text)),
  inPage,
  (text: string) => inPage(json(text)),
  command,
  escapeLine
]

/** No form of a canary is shorter. */
const START = 8

/** The whole, and most of a word: what is cut off must not leave the rest to be read. */
const cutsOf = (needle: string): ReadonlyArray<string> => {
  if (/[\s"'`<>()[\]{},;|\\]/.test(needle)) return [needle]
  const most = Math.max(12, Math.ceil(needle.length * 0.7))
  return needle.length <= most ? [needle] : [needle.slice(0, most), needle.slice(-most)]
}

interface Needle {
  readonly name: string
  readonly needle: string
}

/** By how they begin. */
const needles = new Map<string, Array<Needle>>()
for (const { form, number, text } of spelt) {
  for (const needle of new Set(written.flatMap((write) => cutsOf(write(text))))) {
    const start = needle.slice(0, START)
    const others = needles.get(start) ?? []
    others.push({ name: `canary ${number} in ${form}`, needle })
    needles.set(start, others)
  }
}
