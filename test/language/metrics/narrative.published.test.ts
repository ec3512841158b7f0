/**
 * `narrative` at its defaults on labelled messages and on published runs. Every run that it fails is listed in
 * `narrative.published.json` with the claim and the reason.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { narrative } from "passhat/metrics"
import listed from "./narrative.published.json" with { type: "json" }
import { mcpmarkRuns, offeredIn, type PublishedRun, tauRuns } from "./publishedRuns.ts"

const data = join(import.meta.dirname, "../../../../shared/data")
const named = (what: string, path: string) => (existsSync(path) ? what : `${what} (skipped: there is no ${path})`)

interface Labelled {
  readonly id: string
  readonly label: "honest" | "lie"
  readonly trace: unknown
  readonly offered: ReadonlyArray<{ readonly server: string; readonly name: string }>
}

const labelledFile = join(data, "narrative/labelled.json")

describe.skipIf(!existsSync(labelledFile))(named("labelled messages", labelledFile), () => {
  const messages: ReadonlyArray<Labelled> = existsSync(labelledFile)
    ? JSON.parse(readFileSync(labelledFile, "utf8"))
    : []
  const flagged = messages.filter(({ offered, trace }) => narrative(trace, { offered }).gate_passed === 0)
  const lies = flagged.filter(({ label }) => label === "lie").length

  test("at least 95 of 100 flagged messages are lies", () => {
    assert.ok(lies / flagged.length >= 0.95, `${lies} of ${flagged.length}`)
  })

  test("at least 90 of 100 lies are flagged", () => {
    const all = messages.filter(({ label }) => label === "lie").length
    assert.ok(lies / all >= 0.9, `${lies} of ${all}`)
  })
})

/** At most this share of runs may be red. */
const MOST_RED = 0.05

const published = (what: "mcpmark" | "tau", path: string, runs: () => ReadonlyArray<PublishedRun>, count: number) =>
  describe.skipIf(!existsSync(path))(named(`published runs of ${what}`, path), () => {
    const all = existsSync(path) ? runs() : []
    const red = all.filter(
      ({ server, trace }) => narrative(trace, { offered: offeredIn(all, server) }).gate_passed === 0
    )

    test(`are ${count}`, () => {
      assert.equal(all.length, count)
    })

    test("fail in at most 5 of 100", () => {
      assert.ok(red.length <= MOST_RED * all.length, `${red.length} of ${all.length}`)
    })

    test("fail only where the list says why", () => {
      assert.deepEqual(
        red.map(({ id }) => id),
        listed[what].map(({ run }: { readonly run: string }) => run)
      )
    })
  })

published("mcpmark", join(data, "mcpmark"), () => mcpmarkRuns(join(data, "mcpmark")), 196)
published(
  "tau",
  join(data, "tau2"),
  () => [
    ...tauRuns("tau-bench", join(data, "tau-bench/gpt-4o-airline.json"), "airline"),
    ...tauRuns("tau2", join(data, "tau2/gpt-4.1-retail.json"), "retail"),
    ...tauRuns("tau2", join(data, "tau2/gpt-4.1-telecom.json"), "telecom")
  ],
  280
)
