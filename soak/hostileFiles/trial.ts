/**
 * One trial: a seed of a reader, changed a few times, and given to the product.
 */
import { type Dice, diceOf } from "../../bench/workload/dice.ts"
import { bombs, byteChanges, type Change } from "./bytes.ts"
import type { Reader } from "./Reader.ts"
import { structureChanges } from "./structure.ts"

export interface Trial {
  readonly reader: string
  /** The changes by name, so that an offence says how its file was made. */
  readonly made: string
  readonly refused: boolean
  readonly passed: boolean
  readonly offence?: string
}

/** The most processor time that a file may take, in ms: that of reading it, not of making it. */
const MOST_MS = 2000
/** One in so many files is as large as a bomb. */
const BOMB_EVERY = 600

export const trialAt = async (readers: ReadonlyArray<Reader>, seed: number, trial: number): Promise<Trial> => {
  const dice = diceOf(Math.imul(seed, 0x9e3779b1) ^ Math.imul(trial, 0x85ebca6b))
  const reader = readers[trial % readers.length]!
  const file = dice(reader.seeds.length)
  const { bytes, made } = changed(
    Buffer.from(reader.seeds[file]!),
    dice,
    Buffer.from(reader.seeds[dice(reader.seeds.length)]!)
  )
  return judged(reader, bytes, file, `seed file ${file}, ${made}`)
}

/** The attacks of a reader. */
export const attacksOn = (reader: Reader): ReadonlyArray<() => Promise<Trial>> =>
  (reader.attacks ?? []).map(
    ({ bytes, name, seed }) =>
      () =>
        judged(reader, Buffer.from(bytes), seed, name)
  )

const judged = async (reader: Reader, bytes: Buffer, file: number, made: string): Promise<Trial> => {
  const began = process.cpuUsage()
  const seen = await reader.read(bytes, file).then(
    (value) => value,
    (thrown: unknown) => ({ thrown })
  )
  const { system, user } = process.cpuUsage(began)
  const ms = (system + user) / 1000
  const about = { reader: reader.name, made }
  if ("thrown" in seen) {
    const { thrown } = seen
    return {
      ...about,
      refused: false,
      passed: false,
      offence: `it throws ${thrown instanceof Error ? thrown.stack : String(thrown)}`
    }
  }
  const offence =
    seen.wrong ??
    (ms > MOST_MS
      ? `it takes ${Math.round(ms)} ms of processor time`
      : seen.refusals.map((one) => unclear(one, reader)).find((one) => one !== undefined))
  return {
    ...about,
    refused: seen.refusals.length > 0,
    passed: seen.passed ?? seen.refusals.length === 0,
    ...(offence !== undefined && { offence })
  }
}

/** The bytes of a file with some changes, and their names. */
export const changed = (seed: Buffer, dice: Dice, other: Buffer): { readonly bytes: Buffer; readonly made: string } => {
  if (dice(BOMB_EVERY) === 0) return applied(seed, dice, other, bombs, 1)
  const structured = dice(5) < 2 ? undefined : applied(seed, dice, other, structureChanges, 1 + dice(2))
  return structured === undefined || structured.bytes.equals(seed)
    ? applied(seed, dice, other, byteChanges, 1 + dice(3))
    : structured
}

const applied = (seed: Buffer, dice: Dice, other: Buffer, changes: Readonly<Record<string, Change>>, times: number) => {
  const all = Object.entries(changes)
  let [bytes, made] = [seed, ""]
  for (let left = times; left > 0; left--) {
    const [name, change] = all[dice(all.length)]!
    bytes = change(bytes, dice, other)
    made += `${made === "" ? "" : ", "}${name}`
  }
  return { bytes, made }
}

/** About the file as a whole: there is no place in it to name. */
const WHOLE =
  /is empty|is larger than|is not UTF-8 text|does not exist|is not a report of passhat|is not a cassette|cannot be read|is being recorded by/

const STACK =
  /\n\s+at |\bat [^ ]+ \(|(?:Range|Type|Reference|Syntax)Error|Maximum call stack|is not a function|undefined is not|passhat crashed/

export const showsInside = (text: string): boolean => STACK.test(text)

/** What is wrong with a refusal, which has to be a sentence with a place. */
const unclear = (refusal: string, { place }: Reader): string | undefined => {
  if (showsInside(refusal)) return `its refusal shows the inside of a program: ${refusal}`
  if (!/[.!?]$/.test(refusal.trim())) return `its refusal is not a sentence: ${refusal}`
  if (refusal.length > 2000) return `its refusal has ${refusal.length} characters: ${refusal.slice(0, 200)}`
  return place.test(refusal) || WHOLE.test(refusal) ? undefined : `its refusal names no place: ${refusal}`
}
