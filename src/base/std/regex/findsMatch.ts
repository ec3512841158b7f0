/**
 * Whether a regular expression finds a match in a text, by an amount of work that is bounded and the same on every machine.
 *
 * The engines of the runtimes try every way to match, which can take longer than anybody waits: /(a+)+$/ doubles with each letter. An
 * expression is given to the engine where it cannot take long, and else all ways are followed at once. Both find the same texts.
 */
import { tryCatch } from "../tryCatch.ts"
import { type Program, programOf } from "./program.ts"

/** About a second, and the most that the engine may need. */
const MOST_WORK = 20_000_000
const MOST_TRIED = 100_000_000

/** Undefined if it cannot be told with that work; "malformed" for what is no regular expression. */
export const findsMatch = (pattern: string, flags: string, text: string): boolean | "malformed" | undefined => {
  const expression = tryCatch(() => new RegExp(pattern, flags))
  if (expression === undefined) return "malformed"
  if (isCheap(pattern, text)) return expression.test(text)
  const program = programOf(pattern, flags)
  if (program === undefined) return undefined
  const chars = flags.includes("u") ? [...text] : text.split("")
  const work = { left: MOST_WORK }
  const ends = matchEnds(program, chars, 0, !flags.includes("y"), true, work)
  return work.left < 0 ? undefined : ends.size > 0
}

/**
 * What repeats is a character: each repetition without an end, and each reference to a group, is one more loop over the text, and every other
 * choice doubles the ways at most.
 */
const isCheap = (pattern: string, text: string): boolean => {
  const bare = pattern.replaceAll(/\\[^]/g, "x")
  if (/\)[*+?{]/.test(bare)) return false
  const count = (parts: RegExp, of = bare): number => (of.match(parts) ?? []).length
  const loops = count(/[*+]|\{\d+,\}/g) + count(/\\[k1-9]/g, pattern)
  const choices = count(/\||(?<![(*+}?])\?/g)
  const times = Array.from(bare.matchAll(/\{(?:\d+,)?(\d+)\}/g), ([, most]) => Number(most))
  const ways = 2 ** choices * times.reduce((all, most) => all * (most + 1), 1)
  return (text.length + 1) ** (loops + 1) * ways * (pattern.length + 1) <= MOST_TRIED
}

interface Work {
  left: number
}

/** Where matches end that begin at a place, or anywhere behind it. */
const matchEnds = (
  program: Program,
  chars: ReadonlyArray<string>,
  from: number,
  anywhere: boolean,
  isFirstEnough: boolean,
  work: Work
): ReadonlySet<number> => {
  const ends = new Set<number>()
  const behinds = new Map<Program, ReadonlySet<number>>()
  /** At which place a step was last reached. */
  const reached = new Int32Array(program.length + 1).fill(-1)

  const holds = (at: number, place: number): boolean => {
    const step = program[at]!
    if (step.op === "at") return step.holds(chars[place - 1] ?? "", chars[place] ?? "")
    if (step.op !== "look") return true
    if (!step.behind) return matchEnds(step.program, chars, place, false, true, work).size > 0 !== step.negated
    const found = behinds.get(step.program) ?? matchEnds(step.program, chars, 0, true, false, work)
    behinds.set(step.program, found)
    return found.has(place) !== step.negated
  }

  /** All steps that wait for a character here, from these on. */
  const closure = (starts: ReadonlyArray<number>, place: number): ReadonlyArray<number> => {
    const [waiting, open]: [Array<number>, Array<number>] = [[], [...starts]]
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      work.left--
      if (reached[at] === place) continue
      reached[at] = place
      const step = program[at]
      if (step === undefined) ends.add(place)
      else if (step.op === "char") waiting.push(at)
      else if (step.op === "jump") for (const way of step.to) open.push(at + way)
      else if (holds(at, place)) open.push(at + 1)
    }
    return waiting
  }

  let next: ReadonlyArray<number> = [0]
  for (let place = from; place <= chars.length && work.left >= 0; place++) {
    const waiting = closure(anywhere && place > from ? [0, ...next] : next, place)
    if (isFirstEnough && ends.size > 0) break
    const char = chars[place]
    next = char === undefined ? [] : waiting.flatMap((at) => (fits(program, at, char) ? [at + 1] : []))
    if (next.length === 0 && !anywhere) break
  }
  return ends
}

const fits = (program: Program, at: number, char: string): boolean => {
  const step = program[at]!
  return step.op === "char" && step.fits(char)
}
