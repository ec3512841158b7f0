/**
 * What was measured so far, section by section, and RESULTS.md made of it.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { claimsTable, type Measured } from "./claims.ts"
import type { Row } from "./measure/interleave.ts"
import { cpuTable, grouped, megabytesTable, ratioTable, secondsTable } from "./measure/tables.ts"
import { type SectionName, sectionNames } from "./sections.ts"

export interface SectionResult {
  readonly title: string
  readonly about: string
  /** How, when and on what it was measured. */
  readonly made: ReadonlyArray<string>
  /** Tables of turns, or what a script of its own printed. */
  readonly measured: { readonly base: string; readonly rows: ReadonlyArray<Row> } | { readonly printed: string }
  /** Who was left out, and why. */
  readonly notes: ReadonlyArray<string>
}

export type Results = Readonly<Partial<Record<SectionName, SectionResult>>>

const folder = join(import.meta.dirname, ".measured")
const fileOf = (name: SectionName): string => join(folder, `${name}.json`)

export const keepResult = (name: SectionName, result: SectionResult): void => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(fileOf(name), `${JSON.stringify(result, undefined, 2)}\n`)
}

export const keptResults = (): Results =>
  Object.fromEntries(
    sectionNames
      .filter((name) => existsSync(fileOf(name)))
      .map((name) => [name, JSON.parse(readFileSync(fileOf(name), "utf8")) as SectionResult])
  )

export const writeResults = (): string => {
  const file = join(import.meta.dirname, "RESULTS.md")
  writeFileSync(file, resultsPage(keptResults()))
  return file
}

export const resultsPage = (results: Results): string =>
  [
    "# What was measured",
    "Made by `npm run bench` (README.md says how); do not edit. Ratios are the result, times and memory are context: they\n" +
      "are medians of wall seconds, and the most that the largest process of a contestant ever had. A ratio compares only\n" +
      "what was measured in turns on one machine.",
    claimsTable(rowsBySection(results)),
    ...sectionNames.flatMap((name) => sectionPage(name, results[name]))
  ]
    .join("\n\n")
    .concat("\n")

const rowsBySection = (results: Results): Measured =>
  Object.fromEntries(
    Object.entries(results).map(([name, { measured }]) => [name, "rows" in measured ? measured.rows : []])
  )

const sectionPage = (name: SectionName, result: SectionResult | undefined): ReadonlyArray<string> => {
  if (result === undefined) return [`## ${name}`, "Not measured."]
  const { about, made, measured, notes, title } = result
  return [
    `## ${title}`,
    about,
    ...("printed" in measured ? [fenced(measured.printed)] : tables(measured)),
    ...(notes.length === 0 ? [] : [bullets(notes)]),
    bullets(made)
  ]
}

const tables = ({
  base,
  rows
}: {
  readonly base: string
  readonly rows: ReadonlyArray<Row>
}): ReadonlyArray<string> => [
  `Times as long as ${base}, by number of traces:`,
  ratioTable(rows, base),
  "Wall seconds:",
  secondsTable(rows),
  "CPU seconds:",
  cpuTable(rows),
  "Peak memory:",
  megabytesTable(rows),
  ...failures(rows)
]

const failures = (rows: ReadonlyArray<Row>): ReadonlyArray<string> => {
  const failed = rows.filter(({ failure }) => failure !== undefined)
  return failed.length === 0
    ? []
    : [bullets(failed.map(({ contestant, count, failure }) => `${contestant} at ${grouped(count)}: ${failure}`))]
}

const bullets = (lines: ReadonlyArray<string>): string => lines.map((line) => `- ${line}`).join("\n")

const fenced = (text: string): string => `\`\`\`\n${text.trimEnd()}\n\`\`\``
