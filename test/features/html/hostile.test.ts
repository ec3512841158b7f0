import { afterAll, beforeAll, describe, test } from "bun:test"
import { chunksOf } from "effect/Array"
import assert from "node:assert/strict"
import type { Browser, Page } from "playwright-core"
import { samplesOfReport } from "../../../src/features/compare/samplesOf.ts"
import type { Change, Trends } from "../../../src/base/domain/verdict/History.ts"
import type { Report } from "../../../src/base/domain/verdict/Verdict.ts"
import { compareSamples } from "../../../src/language/metrics/comparison.ts"
import type { Baseline } from "../../../src/edges/report/Reporter.ts"
import { hostile } from "../../edges/report/hostile.ts"
import { withText } from "../../edges/report/sample.ts"
import { hasBrowser, launch, open } from "./browser.ts"
import { baselineOf, everything, trendsFor } from "./reports.ts"

/** One red cell is enough: it uses every view of the page. */
const small = (): Report => {
  const { suites, ...report } = everything()
  const cells = (suites[0]?.cells ?? []).filter(({ verdict }) => verdict === "fail")
  return { ...report, suites: suites.slice(0, 1).map((suite) => ({ ...suite, cells })) }
}

/** The same cell before, with other runs: every difference that a page tells is there. */
const before = (): Report => {
  const { suites, ...report } = baselineOf(small()).report
  return {
    ...report,
    suites: suites.map((suite) => ({ ...suite, cells: suite.cells.filter(({ verdict }) => verdict === "fail") }))
  }
}

const baselineWith = (text: string, now: Report): Baseline => {
  const report = withText(before(), () => text)
  const options = { confidence: 0.95, behaviour: true, allowed: [] }
  return { name: text, report, comparison: compareSamples(samplesOfReport(report), samplesOfReport(now), options) }
}

/** A history of the same cell, with the text wherever a page shows some of it. */
const trendsWith = (text: string, now: Report): Trends => {
  const { cells, ...trends } = trendsFor(now)
  const said = <A extends { readonly changed: ReadonlyArray<Change> }>(one: A): A => ({
    ...one,
    changed: one.changed.map(() => text as Change)
  })
  return {
    ...trends,
    cells: cells.map(({ alarm, points, ...cell }) => ({
      ...cell,
      points: points.map((point) => said({ ...point, at: text })),
      ...(alarm !== undefined && { alarm: said({ ...alarm, since: text }) })
    }))
  }
}

/** Every element with the names of its attributes: of the cell, and of each view of two runs. */
const structure = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate(async () => {
    const shapes: Array<string> = []
    const look = (): void => {
      for (const element of document.querySelectorAll("body *")) {
        if (element.matches("script")) continue
        shapes.push(
          `${element.tagName}.${element.getAttribute("class")} ${element.getAttributeNames().toSorted().join()}`
        )
      }
    }
    const shown = async (isThere: () => boolean): Promise<void> => {
      while (!isThere()) await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    look()
    document.querySelector<HTMLElement>("[aria-keyshortcuts=s]")?.click()
    const field = document.querySelector<HTMLInputElement>("[aria-label='In transcripts']")!
    field.value = "is_error"
    field.form?.requestSubmit()
    await shown(() => document.querySelectorAll(".hits li").length > 0)
    look()
    const first = document.querySelector(".entry")?.getAttribute("href")
    for (const run of [4, 12]) {
      location.hash = `${first}/${run}`
      await shown(() => document.querySelector("dialog h2")?.textContent?.endsWith(`Run #${run}`) === true)
      for (const at of [0, 1, 2, 3, 4, 5]) {
        document.querySelectorAll<HTMLElement>("[role=tab]")[at]?.click()
        look()
      }
    }
    return shapes
  })

const shapesOf = async (browser: Browser, text: string): Promise<ReadonlyArray<string>> => {
  const now = withText(small(), () => text)
  const { complaints, page } = await open(browser, now, {
    baseline: baselineWith(text, now),
    trends: trendsWith(text, now)
  })
  const shapes = await structure(page)
  assert.deepEqual(complaints, [], "no script ran, no dialog came up, nothing was asked for")
  await page.close()
  return shapes
}

/** What acts as a whole value only gets a page of its own. */
const values = hostile.filter((text) => /^(?:~|__|javascript:)/.test(text))

/** What an HTML reader could act on anywhere, a few on a page: none of them hides the others unless it acts. */
const markup = chunksOf(
  hostile.filter((text) => /[<>&"']/.test(text)),
  5
).map((texts) => texts.join(" "))

/** A page does not say a number twice, so the harmless twin of a text has its digits. */
const twinOf = (text: string): string => `harmless${text.replaceAll(/\D/g, "")}`

describe.skipIf(!hasBrowser)("hostile text in every place of a report", () => {
  let browser: Browser
  const known = new Map<string, Promise<ReadonlyArray<string>>>()
  const harmless = (twin: string): Promise<ReadonlyArray<string>> => {
    const shapes = known.get(twin) ?? shapesOf(browser, twin)
    known.set(twin, shapes)
    return shapes
  }
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())

  test("the same report with harmless text shows every part of the page", async () => {
    const shapes = await harmless(twinOf(""))
    for (const part of [
      "grid-row",
      "said ",
      "narrative",
      "event",
      "side",
      "claim",
      "findings",
      "faults",
      "plot",
      "hits",
      "about-cell",
      "differences",
      "waterfall",
      "spot",
      "copy-as",
      "worse",
      "change",
      "reach",
      "trend-rows",
      "two-runs",
      "whole-call"
    ]) {
      assert.ok(
        shapes.some((shape) => shape.includes(`.${part}`)),
        part
      )
    }
  })

  test.each([...values, ...markup, hostile.join(" ")])("%j makes no element and no attribute", async (text) => {
    assert.deepEqual(await shapesOf(browser, text), await harmless(twinOf(text)))
  })

  test("empty text is shown without an error", async () => {
    assert.ok((await shapesOf(browser, "")).length > 100)
  })

  test("characters that hide or reorder text are shown", async () => {
    const { page } = await open(
      browser,
      withText(small(), () => "abc\u202edef\u200b")
    )
    assert.ok((await page.locator(".heading h2").textContent())?.endsWith("abc\\u{202e}def\\u{200b}"))
    await page.close()
  })
})
