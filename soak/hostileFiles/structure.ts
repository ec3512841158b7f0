/**
 * Changes to what a file of JSON says: fields dropped, retyped, doubled, swapped between runs, counts changed, verdicts turned.
 */
import type { Dice } from "../../bench/workload/dice.ts"
import type { Json } from "../../src/base/domain/Json.ts"
import type { Change } from "./bytes.ts"

type Part = { [key: string]: Json } | Array<Json>

/** A value of the document, by the object or array that holds it. */
interface Place {
  readonly holder: Part
  readonly key: string
}

/** Values that a reader might take for what it expects, or must not choke on. */
const others: ReadonlyArray<Json> = [
  null,
  true,
  false,
  0,
  1,
  2,
  3,
  -1,
  0.5,
  1e21,
  2 ** 53,
  999_999_999,
  "",
  "pass",
  "fail",
  "none",
  "complete",
  "0",
  "x".repeat(300),
  [],
  {},
  [[]],
  [null],
  { a: 1 },
  "get_weather",
  "delete_all",
  "completed",
  "end_turn",
  "max_turns",
  "\u001b[31m",
  "::error::x",
  "__proto__"
]

/** A copy: two places must not share what a later edit changes. */
const another = (dice: Dice): Json => structuredClone(others[dice(others.length)] ?? null)

/** What turns a verdict, or hides that it was turned. */
const turned: Readonly<Record<string, Json>> = {
  fail: "pass",
  none: "pass",
  pass: "fail",
  interrupted: "complete",
  bailed: "complete",
  run: "outcomes",
  cell: "outcomes",
  outcomes: "run",
  false: true,
  true: false,
  infrastructure_error: "completed",
  model: "tool",
  tool: "model",
  delete_all: "get_weather",
  get_weather: "delete_all"
}

const placesIn = (part: Part): ReadonlyArray<Place> => {
  const found: Array<Place> = []
  const open: Array<Part> = [part]
  for (let holder = open.pop(); holder !== undefined; holder = open.pop()) {
    for (const [key, value] of Object.entries(holder)) {
      found.push({ holder, key })
      if (typeof value === "object" && value !== null) open.push(value as Part)
    }
  }
  return found
}

const get = ({ holder, key }: Place): Json => (holder as Record<string, Json>)[key] ?? null
const put = ({ holder, key }: Place, value: Json): void => {
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true })
}

/** The places of the file, and those of another file of its kind. */
type Edit = (place: Place, all: ReadonlyArray<Place>, dice: Dice, elsewhere: ReadonlyArray<Place>) => void

const drop: Edit = ({ holder, key }) => {
  if (Array.isArray(holder)) holder.splice(Number(key), 1)
  else delete holder[key]
}

const retype: Edit = (place, _, dice) => put(place, another(dice))

const double: Edit = (place) => {
  const { holder, key } = place
  if (Array.isArray(holder)) holder.splice(Number(key), 0, structuredClone(get(place)))
  else put({ holder, key: `${key}_` }, structuredClone(get(place)))
}

/** Of the same field elsewhere, where there is one: an answer of another run, a verdict of another gate. */
const swap: Edit = (place, all, dice) => {
  const alike = all.filter(({ holder, key }) => key === place.key && holder !== place.holder)
  const other = (alike.length > 0 ? alike : all)[dice(alike.length > 0 ? alike.length : all.length)] ?? place
  const [one, two] = [structuredClone(get(place)), structuredClone(get(other))]
  put(place, two)
  put(other, one)
}

const turn: Edit = (_, all, dice) => {
  const words = all.filter((place) => Object.hasOwn(turned, String(get(place))))
  // All of them now and then: what an attacker with a text editor does.
  const chosen =
    dice(4) === 0
      ? words.filter((place) => get(place) !== "pass" && typeof get(place) === "string")
      : [words[dice(Math.max(1, words.length))]]
  for (const place of chosen) if (place !== undefined) put(place, turned[String(get(place))] ?? null)
}

const count: Edit = (place, all, dice) => {
  const numbers = all.filter((one) => typeof get(one) === "number")
  const chosen = numbers[dice(Math.max(1, numbers.length))] ?? place
  const before = Number(get(chosen))
  put(chosen, [before + 1, before - 1, 0, -before, before * 1000, 2 ** 32, before + 0.5, 1e300][dice(8)] ?? 0)
}

const smuggle: Edit = ({ holder }, all, dice) => {
  const key =
    ["__proto__", "constructor", "trace", "issues", "skipped", "advisory", "ran", "observations", "toJSON", "length"][
      dice(10)
    ] ?? ""
  const source = all[dice(all.length)]
  const owner = Array.isArray(holder) ? (all.find((place) => !Array.isArray(place.holder))?.holder ?? holder) : holder
  // A list has no such field, and its length is no field of JSON.
  if (Array.isArray(owner)) return
  put({ holder: owner, key }, dice(2) === 0 && source !== undefined ? structuredClone(get(source)) : another(dice))
}

/** A field of another file, beside fields of the same names: a green trace beside red exchanges. */
const transplant: Edit = (place, all, dice, elsewhere) => {
  const donor = elsewhere[dice(Math.max(1, elsewhere.length))]
  if (donor === undefined || Array.isArray(donor.holder)) return swap(place, all, dice, elsewhere)
  const keys = Object.keys(donor.holder)
  const holders = all
    .map(({ holder }) => holder)
    .filter((holder) => !Array.isArray(holder) && keys.some((key) => Object.hasOwn(holder, key)))
  const holder = holders[dice(Math.max(1, holders.length))]
  if (holder !== undefined) put({ holder, key: donor.key }, structuredClone(get(donor)))
}

const edits: Readonly<Record<string, Edit>> = { drop, retype, double, swap, turn, count, smuggle, transplant }

/** A change of JSON lines or of one JSON document; a file of anything else stays as it is. */
export const structureChanges: Readonly<Record<string, Change>> = Object.fromEntries(
  Object.entries(edits).map(([name, edit]): [string, Change] => [
    name,
    (bytes, dice, other) => {
      const file = parsed(bytes.toString("utf8"))
      const elsewhere = name === "transplant" ? placesIn(parsed(other.toString("utf8"))?.document ?? []) : []
      if (file === undefined) return bytes
      for (let left = 1 + dice(3); left > 0; left--) {
        const all = placesIn(file.document)
        const place = all[dice(Math.max(1, all.length))]
        if (place !== undefined) edit(place, all, dice, elsewhere)
      }
      return Buffer.from(file.written())
    }
  ])
)

/** The document, and the text that it is now. Lines are parsed behind what precedes their JSON: the checksum of a journal. */
const parsed = (text: string): { readonly document: Part; readonly written: () => string } | undefined => {
  try {
    const whole = JSON.parse(text) as Part
    if (typeof whole !== "object" || whole === null) return undefined
    return { document: whole, written: () => `${JSON.stringify(whole)}\n` }
  } catch {
    return linesOf(text)
  }
}

/** A line of a journal keeps its checksum, which is then wrong. */
const linesOf = (text: string) => {
  try {
    const parts = text
      .trimEnd()
      .split("\n")
      .map((line) => /^(?<checksum>[0-9a-f]{16} )?(?<json>[^]*)$/.exec(line)?.groups ?? {})
    const lines = parts.map(({ json = "" }) => JSON.parse(json) as Json)
    const written = () => lines.map((line, at) => `${parts[at]?.["checksum"] ?? ""}${JSON.stringify(line)}\n`).join("")
    return { document: lines, written }
  } catch {
    return undefined
  }
}
