import { afterAll, beforeAll, describe, test } from "bun:test"
import assert from "node:assert/strict"
import type { Browser, Page } from "playwright-core"
import { hasBrowser, launch, open, screenshot } from "./browser.ts"
import { baselineOf, everything, FIRST, manyCells } from "./reports.ts"

const whole = everything()
const many = manyCells(500, 20)
let browser: Browser

const entries = (page: Page): Promise<ReadonlyArray<string>> => page.locator(".entry .title").allTextContents()
const status = (page: Page, text: string): Promise<void> =>
  page.locator(".filter-panel [role=status]", { hasText: text }).waitFor()
const runs = (page: Page): Promise<ReadonlyArray<string>> => page.locator(".run-row .run").allTextContents()

/** Counts the elements that the page makes. */
const countElements = (): void => {
  const create = document.createElement.bind(document)
  let made = 0
  document.createElement = ((name: string, options?: ElementCreationOptions) => {
    document.documentElement.dataset["made"] = String(++made)
    return create(name, options)
  }) as typeof document.createElement
}

describe.skipIf(!hasBrowser)("the tools of the page", () => {
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())

  test("every cell has its prompt, when it was recorded, and the snapshot that answered", async () => {
    const { page } = await open(browser, whole)
    assert.deepEqual(await page.locator(".about-cell dt").allTextContents(), ["Prompt", "Recorded", "Snapshot"])
    const [asked, ...about] = await page.locator(".about-cell dd").allTextContents()
    assert.match(asked ?? "", /^File an issue titled 'CI is flaky'/)
    assert.deepEqual(about, ["2026-03-01 09:30 UTC", "claude-sonnet-4-5-20250929"])
    await page.close()
  })

  test("every different reason is told, with all of its runs", async () => {
    const { page } = await open(browser, whole)
    const trajectory = page.locator(".gate", { hasText: "trajectory" }).first()
    assert.equal(await trajectory.locator(".claim").count(), 1)
    assert.equal(await trajectory.locator(".reason").count(), 6)
    for (const run of [3, 4, 6, 8, 10, 12])
      assert.ok((await trajectory.locator(`a[href="${FIRST}/${run}"]`).count()) > 0)
    await page.close()
  })

  test("a filter leaves the runs for which all of it holds, and says how many", async () => {
    const { complaints, page } = await open(browser, whole)
    await page.keyboard.press("s")
    await page.getByLabel("Tool", { exact: true }).selectOption({ label: "issues get_issue" })
    await status(page, "7 runs of 2 cells match")
    assert.deepEqual(await entries(page), ["files and closes an issue", "reads an issue"])
    assert.deepEqual(await runs(page), ["#3"])
    await page.getByRole("button", { name: "Clear" }).click()
    await page.locator(".run-row", { hasText: "#12" }).waitFor()
    await page.getByLabel("Argument").fill('"id":1')
    await page.keyboard.press("Enter")
    await status(page, "1 run of 1 cell match")
    assert.deepEqual(await runs(page), ["#6"])
    await page.getByRole("button", { name: "Clear" }).click()
    await page.getByLabel("Tokens, at least").fill("2000")
    await page.getByLabel("Tokens, at most").fill("2500")
    await page.keyboard.press("Enter")
    await status(page, "2 runs of 1 cell match")
    assert.deepEqual(await runs(page), ["#3", "#6"])
    await page.getByLabel("Time in ms, at least").fill("5100")
    await page.keyboard.press("Enter")
    await status(page, "2 runs of 1 cell match")
    await page.getByLabel("Gate that is not green").selectOption("narrative")
    await status(page, "0 runs of 0 cells match")
    assert.equal(await page.locator(".empty").textContent(), "No cell is like that.")
    await screenshot(page, "filter")
    assert.deepEqual(complaints, [])
    await page.close()
  })

  test("text is found in the transcripts of 10,000 runs of 500 cells, and what is not in sight is not made", async () => {
    const { complaints, page } = await open(browser, many, { before: countElements })
    const made = (): Promise<number> => page.evaluate(() => Number(document.documentElement.dataset["made"]))
    assert.ok((await made()) < 4_000, "of 500 cells, those in sight")
    await page.locator(".cell-list .virtual").evaluate((list) => (list.scrollTop = list.scrollHeight))
    await page.locator(".entry", { hasText: "reads 249" }).first().waitFor()
    await page.getByLabel("Find a cell").fill("reads 249")
    await page.waitForFunction(() => document.querySelectorAll(".entry").length === 2)
    await page.getByLabel("Find a cell").fill("")
    await page.getByLabel("Find a cell").blur()
    assert.match((await page.locator(".card h3").allTextContents()).join(), /Agents by models/)
    await page.keyboard.press("s")
    await page.getByLabel("In transcripts").fill("needle")
    await page.keyboard.press("Enter")
    await status(page, "1 run of 1 cell match")
    assert.match((await page.locator(".hits li").textContent()) ?? "", /^reads 249 .*#20A needle\.$/)
    await page.locator(".hits a").click()
    await page.getByRole("dialog").locator("h2", { hasText: "Run #20" }).waitFor()
    await page.keyboard.press("Escape")
    assert.deepEqual(await runs(page), ["#20"])
    const before = await made()
    await page.getByLabel("In transcripts").fill("It is open")
    await page.keyboard.press("Enter")
    await status(page, "9,999 runs of 500 cells match")
    assert.ok((await made()) - before < 20_000, "while 10,000 runs are found one after the other")
    assert.equal(await page.locator(".hits li").count(), 20)
    assert.deepEqual(complaints, [])
    await page.close()
  }, 120_000)

  test("of a baseline without traces it says that its calls are not known", async () => {
    const { comparison, name, report } = baselineOf(whole)
    const suites = report.suites.map((suite) => ({
      ...suite,
      cells: suite.cells.map((cell) => ({ ...cell, runs: cell.runs.map(({ trace: _, ...run }) => run) }))
    }))
    const { page } = await open(browser, whole, { baseline: { comparison, name, report: { ...report, suites } } })
    const sides = page.locator(".card", { hasText: "Side by side" })
    assert.match((await sides.textContent()) ?? "", /The baseline has no traces.*--with-traces/)
    assert.equal(await sides.locator("table").count(), 0)
    await page.close()
  })

  test("with a baseline, each cell tells what is different, and the others can be left out", async () => {
    const { complaints, page } = await open(browser, whole, { baseline: baselineOf(whole) })
    assert.match(
      (await page.locator(".totals").textContent()) ?? "",
      /1 different from main\.json, and 1 cell of it not here \(issues · closes all\)$/
    )
    const card = page.locator(".card", { hasText: "Since the baseline" })
    assert.deepEqual(await card.locator("tbody tr").allInnerTexts(), [
      "Verdict\t✕\t✕\tthe same",
      "Passed runs\t3 of 12\t5 of 12\t+16.7 points",
      "Tokens of a run, median\t1,823.5\t1,837.5\t+14",
      "Calls of a run, median\t3\t3\tthe same"
    ])
    assert.match((await card.locator(".shows").textContent()) ?? "", /no difference shown\.$/)
    const differences = await card.locator(".differences li").allTextContents()
    assert.ok(differences.includes("another verdict in runs #1, #2"))
    assert.ok(differences.includes("other calls in runs #1, #2"))
    const sides = page.locator(".card", { hasText: "Side by side" })
    assert.equal(
      await sides.locator("header .hint").textContent(),
      "12 runs on both sides: 2 did something else, 0 only said something else."
    )
    assert.deepEqual(await sides.locator("th").allTextContents(), ["Baseline, run #1", "", "Now, run #1"])
    assert.ok((await sides.locator("tr.wrong").count()) > 0)
    await screenshot(page, "baseline")
    await page.keyboard.press("d")
    assert.deepEqual(await entries(page), ["files and closes an issue"])
    assert.match((await page.locator(".entry .changed").textContent()) ?? "", /^≠ was 3\/12$/)
    await page.keyboard.press("d")
    await page.keyboard.press("j")
    await page.locator(".card", { hasText: "Nothing is different." }).waitFor()
    await page.locator(".card", { hasText: "Side by side" }).getByText("They did and said the same.").waitFor()
    assert.deepEqual(complaints, [])
    await page.close()
  })

  test("a run shows when each of its answers came, as it was recorded", async () => {
    const { page } = await open(browser, whole, { hash: `${FIRST}/1` })
    await page.getByRole("tab", { name: "Time" }).click()
    const steps = page.locator(".waterfall li")
    assert.deepEqual(await steps.locator(".what").allTextContents(), [
      "model",
      "✕ issues list_issues",
      "model",
      "issues create_issue",
      "model",
      "issues close_issue",
      "model"
    ])
    assert.deepEqual(await steps.locator("svg").first().getAttribute("aria-label"), "from 0 to 400 ms")
    assert.deepEqual(await steps.locator("svg").last().getAttribute("aria-label"), "from 4470 to 4900 ms")
    await screenshot(page, "waterfall")
    await page.close()
  })

  test("tokens by calls are drawn in the shape and colour of each verdict", async () => {
    const { page } = await open(browser, whole)
    const plot = page.locator(".card", { hasText: "Tokens by calls" })
    assert.deepEqual(await plot.locator(".key-line li").allTextContents(), ["● pass", "✕ fail"])
    assert.ok((await plot.locator(".spot.pass circle").count()) > 0)
    assert.ok((await plot.locator(".spot.fail path").count()) > 0)
    assert.match((await plot.locator(".spot.fail title").first().textContent()) ?? "", /calls, \d+ tokens, fail$/)
    await page.close()
  })

  test("a command, an expectation and a prompt for a coding agent can be copied, or are shown", async () => {
    const { complaints, page } = await open(browser, whole)
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
    const copied = async (name: string): Promise<string> => {
      await page.locator("#cell").getByRole("button", { name, exact: true }).click()
      await page.getByText(`Copied: ${name}`).waitFor()
      return page.evaluate(() => navigator.clipboard.readText())
    }
    assert.equal(
      await copied("command"),
      "passhat run suites/issues.ts --cell issues/files-and-closes-an-issue/claude-sonnet-4-5 --verbose"
    )
    assert.match(
      await copied("expectation"),
      /^trajectory\(\n {2}"strict",\n {2}call\(issues\.tools\.list_issues, exact\(\{\}\)\),\n/
    )
    assert.match(
      await copied("prompt for a coding agent"),
      /The gate trajectory fails: .*\n- trajectory\.passed is 0, expected at least 1; run #3\n/
    )
    await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }))
    await page.locator("#cell").getByRole("button", { name: "expectation" }).click()
    assert.match(await page.getByRole("dialog").getByLabel("expectation").inputValue(), /^trajectory\(/)
    assert.deepEqual(complaints, [])
    await page.close()
  })

  test("a browser that cannot unpack cells says so, and shows the list", async () => {
    const { complaints, page } = await open(browser, whole, {
      before: () => void Reflect.deleteProperty(globalThis, "DecompressionStream")
    })
    assert.match((await page.locator("#cell .missing").textContent()) ?? "", /has no DecompressionStream/)
    assert.equal((await entries(page)).length, 3)
    assert.deepEqual(complaints, [])
    await page.close()
  })

  test("damaged data of a cell is named", async () => {
    const { complaints, page } = await open(browser, whole, {
      change: (text) => text.replace(/(?<=id="cell-0">).{100}/, "")
    })
    assert.match((await page.locator("#cell .missing").textContent()) ?? "", /is damaged/)
    assert.deepEqual(complaints, [])
    await page.close()
  })
})
