/**
 * Whether a regular expression finds a match in every text, since it matches the empty text at the start or at the end of each.
 */
import { tryCatch } from "../tryCatch.ts"
import { type Program, programOf } from "./program.ts"

/** False also for an expression that is too long to tell. */
export const fitsEvery = (pattern: string, flags: string): boolean => {
  // The sets of the flag `v` and what a group refers to do not matter: both end where they begin, if what they stand for is empty.
  const program = tryCatch(() => programOf(pattern.replaceAll(REFERENCE, emptied), flags.replace("v", "u")))
  return program !== undefined && (isEmptyAt(program, atStart) || (!flags.includes("y") && isEmptyAt(program, atEnd)))
}

const REFERENCE = /\\(?:([1-9]\d*|k<[^>]*>)|[^])/g
const emptied = (all: string, reference: string | undefined): string => (reference === undefined ? all : "(?:)")

/** A letter, a space, a line break, or nothing: what may be beside the start and the end of a text. */
const BESIDE = ["", "a", " ", "\n", "\u{1f600}"]

type Place = (holds: (before: string, after: string) => boolean) => boolean

const atStart: Place = (holds) => BESIDE.every((after) => holds("", after))
const atEnd: Place = (holds) => BESIDE.every((before) => holds(before, ""))

/** Whether the program ends where it begins, in every text. A look at what must not be there does not hold in every text. */
const isEmptyAt = (program: Program, place: Place): boolean => {
  const seen = new Set<number>()
  const open = [0]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (seen.has(at)) continue
    seen.add(at)
    const step = program[at]
    if (step === undefined) return true
    if (step.op === "jump") for (const way of step.to) open.push(at + way)
    else if (
      step.op === "at" ? place(step.holds) : step.op === "look" && !step.negated && isEmptyAt(step.program, place)
    )
      open.push(at + 1)
  }
  return false
}
