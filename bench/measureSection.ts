/**
 * Measures one section: who can be trusted, size by size, in turns.
 */
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { type Contestant, interleave, type Row } from "./measure/interleave.ts"
import { misjudged, type Trials } from "./measure/vouch.ts"
import { progress } from "./progress.ts"
import type { SectionResult } from "./results.ts"
import { runtimes } from "./runtimes.ts"
import type { Section } from "./sections.ts"
import { spoilings } from "./workload/steps.ts"
import type { Shelf } from "./workload/shelf.ts"

/** What is measured, without how and when. */
export type Findings = Omit<SectionResult, "made">

/** Asks every contestant once, whatever the number of sections it is in. */
export const vouching = (shelf: Shelf) => {
  const known = new Map<string, ReadonlyArray<string>>()
  return async (contestant: Contestant): Promise<ReadonlyArray<string>> => {
    if (contestant.judgesTraces === false) return []
    const wrong = known.get(contestant.name) ?? (await misjudged(contestant, trialsFrom(shelf)))
    known.set(contestant.name, wrong)
    progress(`${contestant.name} ${wrong.length === 0 ? "tells good from bad" : wrong.join("; ")}`)
    return wrong
  }
}

export const measureSection = async (
  { about, base, contestants, counts, notes: left = [], repeats, title }: Section,
  shelf: Shelf,
  vouch: ReturnType<typeof vouching>
): Promise<Findings> => {
  const trusted: Array<Contestant> = []
  const notes = [...left]
  for (const contestant of contestants) {
    const wrong = await vouch(contestant)
    if (wrong.length === 0) trusted.push(contestant)
    else notes.push(`${contestant.name} was left out: ${wrong.join("; ")}.`)
  }
  const rows: Array<Row> = []
  const said = (line: string): void => progress(`${title}, ${line}`)
  for (const count of counts) rows.push(...(await interleave(trusted, shelf(count), { repeats, progress: said })))
  return { title, about, measured: { base, rows }, notes }
}

/** A script of its own: it compares two ways to compute one number, and prints its table. */
export const measureSimilarity = (): Findings | undefined => {
  const script = join(import.meta.dirname, "similarity.ts")
  if (!existsSync(script)) return undefined
  progress("Similarity of runs")
  const { status, stdout } = spawnSync(runtimes.Bun[0], ["run", script], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"]
  })
  return {
    title: "Similarity of runs",
    about: "What `bench/similarity.ts` printed.",
    measured: { printed: stdout },
    notes: status === 0 ? [] : [`It ended with ${status}.`]
  }
}

const trialsFrom = (shelf: Shelf): Trials => ({
  good: shelf(3),
  bad: Object.fromEntries(spoilings.map((spoiling) => [spoiling, shelf(3, spoiling)])) as Trials["bad"]
})
