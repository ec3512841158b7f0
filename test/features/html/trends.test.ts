/**
 * The history on the page, in a real browser.
 */
import { afterAll, beforeAll, describe, test } from "bun:test"
import assert from "node:assert/strict"
import type { Browser, Page } from "playwright-core"
import { hasBrowser, launch, open, screenshot } from "./browser.ts"
import { everything, trendsFor } from "./reports.ts"

const report = everything()
const trends = trendsFor(report)
let browser: Browser

const card = (page: Page) => page.locator(".card", { has: page.getByRole("heading", { name: "Over time" }) })

describe.skipIf(!hasBrowser)("the history of a cell", () => {
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())

  test("is drawn with a dot and an interval a row, a mark a change, and since when it is worse", async () => {
    const { complaints, page } = await open(browser, report, { trends })
    const history = card(page)
    assert.equal(await history.locator("circle.dot").count(), 30)
    assert.equal(await history.locator("line.reach").count(), 30)
    assert.deepEqual(await history.locator(".change .note").allTextContents(), ["tools", "tools +1", "prompt"])
    assert.deepEqual(await history.locator(".change title").allTextContents(), [
      "tools changed with the row of 2026-02-07T04:00:00.000Z",
      "tools, model changed with the row of 2026-02-13T04:00:00.000Z",
      "prompt changed with the row of 2026-02-21T04:00:00.000Z"
    ])
    assert.match(
      (await history.locator("p.worse").textContent()) ?? "",
      /^Worse since 2026-02-21: it passed 197 of 200 \(.*\) before, and 50 of 100 \(.*\) since then\. What changed then: prompt\.$/
    )
    assert.equal(await history.locator("rect.worse").count(), 1)
    assert.match((await page.locator(".entry").first().textContent()) ?? "", /▾ worse/)
    assert.equal(await page.locator(".entry .worse").getAttribute("title"), "Worse since 2026-02-21")
    await history.scrollIntoViewIfNeeded()
    await screenshot(page, "trend-light")
    assert.deepEqual(complaints, [])
    await page.close()
  })

  test("is read row by row with the keyboard, the latest first", async () => {
    const { page } = await open(browser, report, { trends })
    await card(page).locator("summary").focus()
    await page.keyboard.press("Enter")
    const rows = card(page).locator("tbody th")
    assert.equal(await rows.count(), 20)
    assert.match(
      (await card(page).locator("tbody tr").first().textContent()) ?? "",
      /^2026-03-02T04:00:00\.000Z.*5 of 10/
    )
    await card(page).getByRole("button", { name: "10 more" }).focus()
    await page.keyboard.press("Enter")
    assert.equal(await rows.count(), 30)
    await page.close()
  })

  test("of a cell that is no worse says so, with the chance of a false alarm", async () => {
    const { page } = await open(browser, report, { trends, hash: "#/issues/reads-an-issue/claude-sonnet-4-5" })
    assert.match(
      (await card(page).textContent()) ?? "",
      /Not worse than it was: a cell that never changes is ever called worse with a chance of at most 0\.01\./
    )
    assert.equal(await card(page).locator(".worse").count(), 0)
    await page.close()
  })

  test("fits a narrow dark page, and is not there without a history", async () => {
    const { page } = await open(browser, report, { trends, width: 420, colorScheme: "dark" })
    await card(page).scrollIntoViewIfNeeded()
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
    await screenshot(page, "trend-dark-420")
    await page.close()
    const without = await open(browser, report)
    assert.equal(await card(without.page).count(), 0)
    await without.page.close()
  })
})
