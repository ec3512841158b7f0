/**
 * Changes to the bytes of a file, as a broken disk, an editor, a merge tool or an attacker makes them.
 */
import type { Dice } from "../../bench/workload/dice.ts"

/** The last argument is another file of the same kind. */
export type Change = (bytes: Buffer, dice: Dice, other: Buffer) => Buffer

const placeIn = (bytes: Buffer, dice: Dice): number => dice(bytes.length + 1)

/** Puts other bytes in the place of a stretch of the file. */
const replaced = (bytes: Buffer, at: number, length: number, put: Buffer): Buffer =>
  Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + length)])

const flip: Change = (bytes, dice) => {
  const copy = Buffer.from(bytes)
  for (let left = 1 + dice(4); left > 0 && copy.length > 0; left--) copy[dice(copy.length)]! ^= 1 << dice(8)
  return copy
}

const cut: Change = (bytes, dice) => bytes.subarray(0, placeIn(bytes, dice))

const lose: Change = (bytes, dice) => replaced(bytes, placeIn(bytes, dice), 1 + dice(64), Buffer.alloc(0))

const splice: Change = (bytes, dice) => {
  const from = placeIn(bytes, dice)
  return replaced(bytes, placeIn(bytes, dice), dice(32), bytes.subarray(from, from + 1 + dice(200)))
}

/** A line more, a line less, or two lines in the other order. */
const lines: Change = (bytes, dice) => {
  const all = bytes.toString("latin1").split("\n")
  const [one, other] = [dice(all.length), dice(all.length)]
  const changed = [
    () => all.toSpliced(one, 0, all[other] ?? ""),
    () => all.toSpliced(one, 1),
    () => all.with(one, all[other] ?? "").with(other, all[one] ?? "")
  ][dice(3)]?.()
  return Buffer.from((changed ?? all).join("\n"), "latin1")
}

const crlf: Change = (bytes) => Buffer.from(bytes.toString("latin1").replaceAll("\n", "\r\n"), "latin1")

/** What no text has. */
const noText = [
  [0],
  Array.from({ length: 64 }, () => 0),
  [0xff],
  [0xc3, 0x28],
  [0xed, 0xa0, 0x80],
  [0xf4, 0x90, 0x80, 0x80],
  [0xef, 0xbb, 0xbf],
  [0xff, 0xfe]
]

/** What a reader of text may stumble over, by words. */
const stumbles =
  '\r \n \u2028 \u0085 \\ " { } [ ] , : - # &a *a !!js/function 1e400 -0 9007199254740993 NaN Infinity null true \\ud800'
    .split(" ")
    .concat(
      "123456789".repeat(40),
      '"__proto__":{"verdict":"pass"},',
      '"constructor":1,',
      '"index":1,',
      '"verdict":"pass",'
    )

const intruders = [...noText.map((bytes) => Buffer.from(bytes)), ...stumbles.map((text) => Buffer.from(text))]

const intrude: Change = (bytes, dice) => {
  const intruder = intruders[dice(intruders.length)]!
  return replaced(bytes, dice(8) === 0 ? 0 : placeIn(bytes, dice), dice(3) === 0 ? 1 + dice(8) : 0, intruder)
}

export const byteChanges: Readonly<Record<string, Change>> = { flip, cut, lose, splice, lines, crlf, intrude }

/** Of the depth and length that overflow a stack, or make a reader that looks at each part again slow. Rare, since they are large. */
export const bombs: Readonly<Record<string, Change>> = {
  deepLists: bomb((size) => "[".repeat(size)),
  deepObjects: bomb((size) => '{"a":'.repeat(size)),
  closedDepth: bomb((size) => `${"[".repeat(size)}${"]".repeat(size)}`),
  deepValue: (bytes, dice) => inPlaceOfValue(bytes, dice, `${"[".repeat(BOMB)}${"]".repeat(BOMB)}`),
  longLine: bomb((size) => "x".repeat(10 * size)),
  longText: (bytes, dice) => inPlaceOfValue(bytes, dice, `"${"\\u0041".repeat(BOMB)}"`),
  manyKeys: bomb((size) => Array.from({ length: size / 10 }, (_, at) => `"k${at}":0,`).join("")),
  manyItems: (bytes, dice) => inPlaceOfValue(bytes, dice, `[${"0,".repeat(BOMB)}0]`),
  blankLines: bomb((size) => "\n".repeat(size)),
  blanks: bomb((size) => " ".repeat(size)),
  comments: bomb((size) => "/*".repeat(size)),
  quotes: bomb((size) => '"\\'.repeat(size)),
  colons: bomb((size) => "a: ".repeat(size / 10)),
  dashes: bomb((size) => "- ".repeat(size / 10)),
  aliases: bomb((size) =>
    Array.from({ length: size / 100 }, (_, at) => `a${at}: &x${at} [*x${at - 1}, *x${at - 1}]\n`).join("")
  )
}

const BOMB = 100_000

function bomb(text: (size: number) => string): Change {
  return (bytes, dice) => replaced(bytes, dice(3) === 0 ? 0 : placeIn(bytes, dice), 0, Buffer.from(text(BOMB)))
}

/** Behind a colon or a comma, where a value is due. */
const inPlaceOfValue = (bytes: Buffer, dice: Dice, value: string): Buffer => {
  const text = bytes.toString("latin1")
  const places = Array.from(text.matchAll(/(?<=[:,[]\s?)(?:"[^"\\]*"|\d+|true|false)/g))
  const place = places[dice(Math.max(1, places.length))]
  return place === undefined ? Buffer.from(value) : replaced(bytes, place.index, place[0].length, Buffer.from(value))
}
