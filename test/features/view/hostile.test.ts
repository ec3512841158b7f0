/**
 * Hostile text in everything that only `passhat view` shows: names of files, headers of recordings, journals, what runs do at the
 * moment, the history, and what is wrong with a file.
 */
import { afterAll, beforeAll, describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { readFileSync, utimesSync } from "node:fs"
import { join } from "node:path"
import type { Browser, Page } from "playwright-core"
import { withPartsHash } from "../../../src/engine/cassette/shownParts.ts"
import { cellLineOf, historyKey, lineText, rowLineOf } from "../../../src/features/history/lines.ts"
import type { Header, RecordedRun } from "../../../src/base/domain/recording/Cassette.ts"
import type { UnderWay } from "../../../src/base/domain/recording/UnderWay.ts"
import { thisProcess } from "../../../src/engine/layers/platform/processes.ts"
import { journalLines } from "../../../src/engine/layers/record/journal.ts"
import { formatCassette } from "../../../src/engine/layers/record/writeCassette.ts"
import { json } from "../../../src/edges/report/formats/json.ts"
import { hasBrowser, launch } from "../html/browser.ts"
import { hostile } from "../../edges/report/hostile.ts"
import { everything } from "../html/reports.ts"
import { plain, renderText } from "../../edges/report/sample.ts"
import { emptyProject, root } from "../../app/project.ts"
import { lookAt, viewing } from "./viewing.ts"

setDefaultTimeout(120_000)

const [first = "", ...rest] = readFileSync(
  join(root, "cassettes/weather/asks-for-the-weather/claude-sonnet-4-5.jsonl"),
  "utf8"
)
  .trim()
  .split("\n")
  .slice(0, -1)
  .map((line) => line.replace(/^\{"checksum":"\w+",/, "{"))

/** Every text that a model, a tool or a suite says. */
const SAID = new Set(["text", "city", "prompt", "suite", "agent", "model"])

const saying = <A>(line: string, text: string): A =>
  JSON.parse(line, (key, value: unknown) => (typeof value === "string" && SAID.has(key) ? text : value)) as A

/** What a file can be called. */
const nameOf = (text: string): string => text.replace(/[/\0]/g, "").slice(0, 60)

const RECORDING = "cassettes/a/b/c.jsonl"
const OTHER = "cassettes/a/b/other.jsonl"
const LIVE = "cassettes/a/live/c.jsonl"

/** The texts of reports are those of the page in a file, which has tests of its own. */
const reportText = renderText(json, everything(), plain)

/** Runs of which some made other calls, and some said something else. */
const otherwise = (runs: ReadonlyArray<RecordedRun>, text: string): ReadonlyArray<RecordedRun> =>
  runs.map((run, at) => {
    const line = JSON.stringify({ ...runs[(at + 1) % runs.length]!, index: run.index })
    return JSON.parse(line, (key, value: unknown) => (key === "city" ? `${text}!` : value)) as RecordedRun
  })

const projectSaying = (text: string) => {
  const header = withPartsHash(saying<Header>(first, text))
  const runs = rest.map((line) => saying<RecordedRun>(line, text))
  const recording = { file: RECORDING, header, runs: new Map(runs.map((one) => [one.index, one])) }
  const underWay: UnderWay = {
    format: "passhat-progress",
    version: 1,
    suite: text,
    agent: text,
    model: text,
    name: text,
    runs: 9,
    under_way: [
      {
        index: 6,
        on: text,
        made: 30,
        tokens: 7,
        calls: (["open", "answered", "failed"] as const).map((state) => ({
          server: text,
          name: text,
          args: { said: text },
          state
        }))
      }
    ]
  }
  const cell = {
    cell: text,
    suite: text,
    name: text,
    model: text,
    conditions: { prompt: text, tools: text, model: text, faults: text, gates: text }
  }
  const row = { cell: historyKey(cell), verdict: "fail" as const, outcomes: "pf", evidence: "0123456789abcdef" }
  const broken = `${nameOf(text)}-broken.json`
  const user = emptyProject({
    "package.json": "{}",
    [`reports/${nameOf(text)}.json`]: reportText,
    [broken]: `{"format":"passhat-report","${nameOf(text).replace(/["\\]/g, "")}":1}`,
    [RECORDING]: formatCassette(header, runs),
    [OTHER]: formatCassette(header, otherwise(runs, text)),
    [`${LIVE}.lock`]: JSON.stringify({ ...thisProcess(), token: "t" }),
    [`${LIVE}.journal`]: journalLines(recording, "all"),
    [`${LIVE}.progress`]: JSON.stringify(underWay),
    "history/cells.jsonl": cellLineOf(cell),
    "history/2026-11.jsonl": rowLineOf("2026-11-17T00:00:00.000Z", lineText(row))
  })
  // The newest comes first.
  utimesSync(join(user.folder, broken), 1_000, 1_000)
  return user
}

describe.skipIf(!hasBrowser)("hostile text in passhat view", () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())

  /** Every element with the names of its attributes. */
  const shapeAt = async (page: Page, ready: string): Promise<ReadonlyArray<string>> => {
    await page.locator(ready).first().waitFor()
    const found = await page.evaluate(() =>
      [...document.querySelectorAll("body *:not(script)")].map(
        (one) => `${one.tagName}.${one.getAttribute("class")} ${one.getAttributeNames().toSorted().join()}`
      )
    )
    return [`at ${ready}`, ...found]
  }

  /** All files are looked at. */
  const listed = async (page: Page): Promise<void> => {
    await page.locator(".file .mark.none").waitFor()
    await page.locator(".file .mark.fail").waitFor()
    await page.locator(".file .facts", { hasText: "5 runs" }).nth(1).waitFor()
  }

  /** Page by page. */
  const shapesOf = async (text: string): Promise<ReadonlyArray<string>> => {
    using user = projectSaying(text)
    const view = await viewing(user.folder)
    const { complaints, page } = await lookAt(browser, view)
    const shapes: Array<string> = []
    const look = async (ready: string): Promise<void> => void shapes.push(...(await shapeAt(page, ready)))
    await listed(page)
    await look(".unfinished a")
    await page.getByLabel("Open a json report from elsewhere").setInputFiles({
      name: `${nameOf(text)}.json`,
      mimeType: "application/json",
      buffer: Buffer.from("{}")
    })
    await look("[role=alert] b")
    for (const [address, ready] of [
      [`?recording=${RECORDING}`, ".run-row"],
      [`?recording=${RECORDING}&baseline=${OTHER}`, ".two-runs .wrong"],
      [`?report=${encodeURIComponent(`reports/${nameOf(text)}.json`)}`, "#cell .run-row"],
      [`?report=${encodeURIComponent(text)}`, "[role=alert] b"],
      ["?history", ".trend rect"],
      [`?live=${LIVE}`, ".so-far"]
    ] as const) {
      await page.goto(`${view.origin}/${address}`)
      if (address.includes(OTHER)) {
        await page.locator(".whole-call summary").first().click()
        await page.locator(".whole-call .args").first().waitFor()
      }
      await look(ready)
    }
    await page.locator(".kept-run").first().click()
    await look("dialog .event")
    assert.deepEqual(complaints, [], "no script ran, no dialog came up, nothing was asked for elsewhere")
    await page.close()
    await view.end()
    return shapes
  }

  test.each([
    `\u202eevil\u200b $&<img src=x onerror=alert(1)>"><script>alert(1)</script><a href='javascript:alert(1)'> &lt;b&gt; #0.1`,
    hostile.filter((text) => /[<>&"']/.test(text)).join(" ")
  ])("%j makes no element and no attribute", async (text) => {
    const harmless = await shapesOf(`harmless${text.replaceAll(/\D/g, "").slice(0, 20)}`)
    assert.ok(harmless.length > 400)
    const shapes = await shapesOf(text)
    const parting = shapes.findIndex((shape, at) => shape !== harmless[at])
    assert.deepEqual(
      shapes.slice(Math.max(0, parting - 6), parting + 4),
      harmless.slice(Math.max(0, parting - 6), parting + 4)
    )
    assert.equal(shapes.length, harmless.length)
  })

  /** A run with a note, and what a job says of a file that it cannot bless. */
  const actedOn = async (text: string): Promise<ReadonlyArray<string>> => {
    using user = projectSaying(text)
    const view = await viewing(user.folder, ["--actions"])
    const { complaints, page } = await lookAt(browser, view)
    const post = async (path: string, body: unknown): Promise<void> => {
      const { status } = await view.ask(path, { method: "POST", body: JSON.stringify(body) })
      assert.equal(status, 200, path)
    }
    await post(`/api/bless?report=${encodeURIComponent(`${nameOf(text)}-broken.json`)}`, {})
    await listed(page)
    const jobs = await shapeAt(page, ".job.failed pre")
    assert.ok((await page.locator(".job").innerText()).includes("-broken.json"))
    await page.goto(`${view.origin}/?recording=${RECORDING}`)
    await page.locator(".run-row").first().click()
    const note = page.getByLabel("A note", { exact: true })
    await note.fill(text)
    await page.getByRole("button", { name: "Bad", exact: true }).click()
    await page.getByText("Saved in labels.jsonl.").waitFor()
    await page.reload()
    await page.locator("[aria-pressed=true]", { hasText: "Bad" }).waitFor()
    assert.equal(await note.inputValue(), text)
    await page.locator("dialog .event").first().waitFor()
    const labelled = await shapeAt(page, "dialog .acts")
    assert.deepEqual(complaints, [])
    await page.close()
    await view.end()
    return [...jobs, ...labelled]
  }

  test("a note of a label and what a job says make no element and no attribute", async () => {
    const text = `"><img src=x onerror=alert(1)><script>alert(1)</script> \u202eevil\u200b $&`
    assert.deepEqual(await actedOn(text), await actedOn("harmless"))
  })
})
