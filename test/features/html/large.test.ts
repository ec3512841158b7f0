import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { html } from "../../../src/features/html/html.ts"
import { plain, renderText } from "../../edges/report/sample.ts"
import { hasBrowser, launch, open, screenshot } from "./browser.ts"
import { tenThousand } from "./reports.ts"

const large = tenThousand()

test("ten thousand runs make a page of less than 4 MB, since repeated values are written once", () => {
  assert.ok(renderText(html, large, plain).length < 4_000_000)
})

describe.skipIf(!hasBrowser)("ten thousand runs", () => {
  test("open, scroll to the last run, and show its transcript", async () => {
    const browser = await launch()
    const { complaints, page } = await open(browser, large)
    assert.ok((await page.locator("*").count()) < 3_000, "only what is in sight exists")
    assert.equal(await page.locator(".grid-row").count(), 2, "equal runs share a row")
    await page.getByRole("button", { name: "Group equal runs" }).click()
    assert.ok((await page.locator(".grid-row").count()) < 60)
    const runs = page.locator(".runs .virtual")
    await runs.evaluate((list) => (list.scrollTop = list.scrollHeight))
    const last = page.locator(".run-row", { hasText: "#10000" })
    await last.waitFor()
    await screenshot(page, "ten-thousand")
    await last.click()
    assert.match((await page.getByRole("dialog").locator("h2").textContent()) ?? "", /Run #10000$/)
    assert.ok((await page.getByRole("dialog").locator(".event").count()) > 2)
    await page.getByRole("tab", { name: "Compare" }).click()
    assert.equal(await page.getByLabel("The other run").inputValue(), "1")
    await page.keyboard.press("Escape")
    await page.keyboard.press("f")
    assert.match((await page.locator(".runs").locator("..").locator("h3").textContent()) ?? "", /200 of 10,000/)
    await page.locator(".run-row").first().focus()
    await page.keyboard.press("End")
    assert.match((await page.locator(":focus").textContent()) ?? "", /#10000/)
    assert.deepEqual(complaints, [])
    await browser.close()
  })
})
