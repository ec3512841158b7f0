/**
 * Whether a regular expression finds a match in every text, since it matches the empty text at the start or at the end of each.
 */
import { tryCatch } from "../tryCatch.ts"
import { type Program, programOf } from "./program.ts"

/** False also for an expression that is too long to tell. */
export const fitsEvery = (pattern: string, flags: string): boolean => {
  // The sets of the flag `v` and what a group refers to do not matter: both end where they begin, if what they stand for is empty.
  const program = tryCatch(() => programOf(pattern.replaceAll(REFERENCE, emptied), flags.replace("v", "u")))
  if (program === undefined) return false
  const atStart = BESIDE.every((after) => isEmptyAt(program, { before: "", after, isAtEnd: false }))
  return (
    atStart ||
    (!flags.includes("y") && BESIDE.every((before) => isEmptyAt(program, { before, after: "", isAtEnd: true })))
  )
}

const REFERENCE = /\\(?:([1-9]\d*|k<[^>]*>)|[^])/g
const emptied = (all: string, reference: string | undefined): string => (reference === undefined ? all : "(?:)")

/** A letter, a space, a line break, or nothing: what may be beside the start and the end of a text. */
const BESIDE = ["", "a", " ", "\n", "\u{1f600}"]

/** The start or the end of a text. */
interface Place {
  readonly before: string
  readonly after: string
  readonly isAtEnd: boolean
}

/** Whether the program ends where it begins. */
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
      step.op === "at"
        ? step.holds(place.before, place.after)
        : step.op === "look" && (step.negated ? cannotHold(step, place) : isEmptyAt(step.program, place))
    )
      open.push(at + 1)
  }
  return false
}

/** Behind the end and before the start of a text nothing is there to match. A look within a look is not followed. */
const cannotHold = ({ behind, program }: Look, place: Place): boolean =>
  behind !== place.isAtEnd && program.every(({ op }) => op !== "look") && !isEmptyAt(program, place)

type Look = Extract<Program[number], { readonly op: "look" }>
