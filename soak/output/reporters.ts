/**
 * Hostile text in every place of a report, through every reporter: what is printed has the same structure as with harmless text.
 */
import assert from "node:assert/strict"
import { type Dice, diceOf } from "../../bench/workload/dice.ts"
import { reporters } from "../../test/reporters.ts"
import type { Report } from "../../src/base/domain/verdict/Verdict.ts"
import { hostile } from "../../test/edges/report/hostile.ts"
import { cell, plain, positions, renderText, sample, withText } from "../../test/edges/report/sample.ts"
import { readers, type Structure } from "./structures.ts"

/** The sample with every optional part of a report. */
export const full: Report = {
  ...sample,
  coverage: {
    total: { reached: 1, of: 4 },
    tools: { reached: 1, of: 2 },
    arguments: { reached: 1, of: 2 },
    values: { reached: 0, of: 1 },
    runs: 1,
    servers: [
      {
        server: "weather",
        tools: [
          {
            tool: "get_weather",
            calls: 1,
            errors: 0,
            arguments: [
              { path: "city", given: 0 },
              { path: "day", given: 1, values: [{ value: "today", used: 0 }] }
            ]
          },
          { tool: "get_forecast", calls: 0, errors: 0, arguments: [], incomplete: true }
        ]
      }
    ],
    threshold: 0.8,
    verdict: "none"
  },
  suites: sample.suites.map((one) => ({
    ...one,
    cells: [
      ...one.cells.map((each) => ({
        ...each,
        matrix: { table: "asks", row: "hang", column: "search" },
        gates: each.gates.map((gate) => ({ ...gate, source: { file: "suites/weather.ts", line: 7 } }))
      })),
      cell({ name: "later", verdict: "none", skipped: "too slow", runs: [], gates: [] })
    ]
  }))
}

export const words = hostile.filter((text) => text !== "")

export type Render = (report: Report) => string

/** A harmless word, as long as a name. */
const HARMLESS = "harmless"

/** Asserts that hostile text changes no structure of what a reporter prints. Renders the harmless report once per position. */
export const keeperOf = (render: Render, structure: Structure) => {
  const structureOf = (word: string, position?: string) =>
    structure(render(withText(full, (original, at) => (position === undefined || position === at ? word : original))))
  const harmless = new Map<string | undefined, unknown>()
  return (text: string, position?: string): void => {
    const expected = harmless.get(position) ?? structureOf(HARMLESS, position)
    harmless.set(position, expected)
    assert.deepEqual(structureOf(text, position), expected)
  }
}

export interface Printed {
  readonly tried: number
  readonly offences: ReadonlyArray<string>
}

/** Every word in all places at once, each in a place of its own if all are asked for, and generated texts. */
export const printedByReporters = async (seed: number, generated: number, all: boolean): Promise<Printed> => {
  const offences: Array<string> = []
  const places = positions(full)
  let tried = 0
  for (const { load, name } of reporters) {
    const reporter = await load()
    const structure = readers[name]
    if (structure === undefined) {
      offences.push(`The reporter ${name} has no reader in soak/output/structures.ts.`)
      continue
    }
    const keeps = keeperOf((report) => renderText(reporter, report, { ...plain, verbose: true }), structure)
    const attempt = (text: string, position: string | undefined, which: string): void => {
      tried++
      try {
        keeps(text, position)
      } catch (error) {
        const why = error instanceof Error ? error.message.slice(0, 300) : String(error)
        offences.push(`${which}, ${name}, ${JSON.stringify(text.slice(0, 200))} in ${position ?? "all places"}: ${why}`)
      }
    }
    for (const [at, text] of words.entries()) {
      attempt(text, undefined, `word ${at}`)
      for (const position of all ? places : []) attempt(text, position, `word ${at}`)
    }
    const dice = diceOf(seed)
    for (let trial = 0; trial < generated; trial++) {
      attempt(generatedText(dice), places[dice(places.length + 1)], `seed ${seed}, trial ${trial}`)
    }
  }
  return { tried, offences }
}

const glue = ["a", " ", "::", "#", "##[", "\r", "\n", "\u3000", "\u001b[", "`", "|", "<", "&", "]]>", "%0A", "\\"]

/** A mix of hostile words and what joins them, or any code units. */
export const generatedText = (dice: Dice): string => {
  const parts = Array.from({ length: 1 + dice(6) }, () => {
    const kind = dice(3)
    if (kind === 0) return words[dice(words.length)]!
    return kind === 1 ? glue[dice(glue.length)]! : String.fromCharCode(dice(0x1_00_00), dice(0x300))
  })
  const text = parts.join("")
  return text.trim() === "" ? "x" : text
}
