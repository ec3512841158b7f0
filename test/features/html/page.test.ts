import { afterAll, beforeAll, describe, test } from "bun:test"
import assert from "node:assert/strict"
import type { Browser, Page } from "playwright-core"
import { numbered, tableOf } from "../../edges/report/caseReport.ts"
import { ofCell, report, run, sample } from "../../edges/report/sample.ts"
import { hasBrowser, launch, open, screenshot } from "./browser.ts"
import { everything, FIRST } from "./reports.ts"

const whole = everything()
let browser: Browser

const headings = (page: Page): Promise<ReadonlyArray<string>> => page.locator(".card h3").allTextContents()
const entries = (page: Page): Promise<ReadonlyArray<string>> => page.locator(".entry .title").allTextContents()

describe.skipIf(!hasBrowser)("the page", () => {
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())

  test("opens from a file at the first red cell, without an error or a request", async () => {
    const { complaints, page } = await open(browser, whole)
    assert.equal(await page.title(), "FAIL · passhat")
    assert.equal(await page.locator(".verdict").textContent(), "FAIL")
    assert.deepEqual(await entries(page), ["files and closes an issue", "reads an issue", "counts the open issues"])
    assert.match((await page.locator(".heading h2").textContent()) ?? "", /files and closes an issue$/)
    assert.deepEqual(await headings(page), [
      "Why",
      "Pass rate",
      "Runs by calls",
      "Closing words",
      "Tokens per run",
      "Tokens by calls",
      "Stability per run",
      "Faults",
      "Confusion",
      "Runs"
    ])
    await screenshot(page, "light-1280")
    assert.deepEqual(complaints, [])
    await page.close()
  })

  test("shows the table of cases with the totals of each model, and its cells lead to theirs", async () => {
    const { complaints, page } = await open(browser, tableOf(numbered(20), ["m", "n"]))
    assert.deepEqual((await headings(page)).slice(0, 2), ["Why", "cases/x.csv"])
    assert.equal(await page.locator(".cases tbody tr").count(), 20)
    assert.deepEqual(await page.locator(".cases tbody tr").first().locator("td a").allInnerTexts(), ["✓ 2/2", "✕ 1/2"])
    assert.match(
      (await page.locator(".columns-of-cases figcaption").last().textContent()) ?? "",
      /^18 of 20 cases passed; /
    )
    assert.equal(await page.locator(".red-cases li").count(), 2)
    await page.locator(".cases tbody tr").nth(5).locator("a").first().click()
    assert.match((await page.locator(".heading h2").textContent()) ?? "", /number 4 \[m\]$/)
    assert.deepEqual(complaints, [])
    await page.close()
  })

  test("shows only red cells and red runs if that filter is on", async () => {
    const { complaints, page } = await open(browser, whole)
    await page.getByRole("button", { name: "Failures only" }).click()
    assert.deepEqual(await entries(page), ["files and closes an issue"])
    assert.equal(await page.locator(".run-row").count(), 7)
    assert.equal(await page.locator(".run-row .mark.pass").count(), 0)
    await page.getByRole("button", { name: "Failures only" }).click()
    assert.equal((await entries(page)).length, 3)
    assert.equal(await page.locator(".run-row").count(), 12)
    await page.getByLabel("Find a cell").fill("haiku")
    assert.deepEqual(await entries(page), ["counts the open issues"])
    assert.deepEqual(complaints, [])
    await page.close()
  })

  test("shows that nothing is red in a green report", async () => {
    const { page } = await open(browser, ofCell())
    await page.keyboard.press("f")
    assert.equal(await page.locator(".empty").textContent(), "Nothing is red.")
    await page.close()
  })

  test("draws every run as a row of calls, in the columns of the usual way", async () => {
    const { page } = await open(browser, whole)
    const boxes = (row: number) =>
      page
        .locator(".grid-row")
        .nth(row - 1)
        .locator("g")
        .evaluateAll((all) =>
          all.map((one) =>
            [one.querySelector("rect")?.getAttribute("x"), one.querySelector("text")?.textContent].join(" ")
          )
        )
    const [usual, detour, short] = [await boxes(1), await boxes(3), await boxes(4)]
    assert.equal(usual.length, 3)
    assert.deepEqual(short, usual.slice(0, 2))
    assert.deepEqual([detour[0], detour[1], detour[3]], usual)
    assert.equal(await page.locator(".grid-row").nth(3).locator(".gap").last().isVisible(), true)
    await page.getByRole("button", { name: "Group equal runs" }).click()
    assert.match((await page.locator(".grid-row .run").allTextContents()).join(" "), /6 ×|5 ×/)
    await page.close()
  })

  test("opens a run over the page, with a transcript that can be filtered", async () => {
    const { complaints, page } = await open(browser, whole)
    await page.locator(".run-row").nth(5).click()
    const drawer = page.getByRole("dialog")
    assert.match((await drawer.locator("h2").textContent()) ?? "", /Run #6/)
    const all = await drawer.locator(".event").count()
    await drawer.getByRole("button", { name: "Trouble" }).click()
    assert.equal(await drawer.locator(".event").count(), 2)
    await drawer.getByRole("button", { name: "All", exact: true }).click()
    await drawer.getByLabel("Filter the transcript").fill("There is no issue 1")
    assert.equal(await drawer.locator(".event").count(), 1)
    assert.ok(all > 6)
    await screenshot(page, "drawer")
    assert.deepEqual(complaints, [])
    await page.close()
  })

  test("keeps the address of a run in a report whose cells have another order", async () => {
    const [only] = whole.suites
    const turned = { ...whole, suites: [{ ...only!, cells: only!.cells.toReversed() }, ...whole.suites.slice(1)] }
    const green = { ...turned, suites: turned.suites.map((one) => ({ ...one, cells: one.cells.slice(0, 2) })) }
    for (const one of [whole, turned, green]) {
      const { page } = await open(browser, one as typeof whole, { hash: `${FIRST}/6` })
      await page.getByRole("dialog").locator("h2", { hasText: "Run #6" }).waitFor()
      assert.match((await page.locator(".heading h2").textContent()) ?? "", /files and closes an issue$/)
      await page.close()
    }
  })

  test("an address that leads to nothing has a message, and never a blank page", async () => {
    for (const hash of ["#99", "#12", "#0.7", "#/", "#/no/such/cell", "#/no/such/cell/7", "#/%E0%A4%A", "#anything"]) {
      const { complaints, page } = await open(browser, whole, { hash })
      assert.match((await page.getByRole("alert").textContent()) ?? "", /^No cell has the address #/, hash)
      assert.equal(await page.locator(".entry[aria-current]").count(), 0)
      await page.locator(".entry").nth(1).click()
      await page.locator(".heading h2", { hasText: "reads an issue" }).waitFor()
      assert.equal(await page.getByRole("alert").count(), 0)
      assert.deepEqual(complaints, [])
      await page.close()
    }
  })

  test("the address of a run that the cell does not have shows the cell with a message", async () => {
    const { page } = await open(browser, whole, { hash: `${FIRST}/99` })
    await page.getByRole("alert").waitFor()
    assert.equal(await page.getByRole("alert").textContent(), "This cell has no run #99.")
    assert.match((await page.locator(".heading h2").textContent()) ?? "", /files and closes an issue$/)
    await page.locator(".run-row").first().click()
    await page.getByRole("dialog").waitFor()
    await page.keyboard.press("Escape")
    await page.waitForURL((url) => url.hash === FIRST)
    assert.equal(await page.getByRole("alert").count(), 0)
    await page.close()
  })

  test("aligns expected and actual calls, each with its index and its difference", async () => {
    const { page } = await open(browser, whole, { hash: `${FIRST}/10` })
    await page.getByRole("tab", { name: "Expected" }).click()
    const rows = await page.locator("table.sides tbody tr").allTextContents()
    assert.equal(rows.length, 3)
    assert.match(rows[1] ?? "", /^2create_issue.*≠other arguments2create_issue/)
    assert.match(rows[1] ?? "", /args\.title expected "CI is flaky", actual "Flaky CI"/)
    await screenshot(page, "expected")
    await page.close()
  })

  test("marks the claims of the final response that no call supports", async () => {
    const { page } = await open(browser, whole, { hash: `${FIRST}/12` })
    await page.getByRole("tab", { name: "Closing words" }).click()
    const said = page.getByRole("dialog").locator("blockquote mark")
    assert.deepEqual(await said.evaluateAll((all) => all.map((one) => one.className)), [
      "said matched",
      "said matched",
      "said unverifiable"
    ])
    await page.close()
  })

  test("compares a run with any other", async () => {
    const { complaints, page } = await open(browser, whole, { hash: `${FIRST}/3` })
    await page.getByRole("tab", { name: "Compare" }).click()
    assert.equal(await page.getByLabel("The other run").inputValue(), "1")
    assert.match((await page.locator("tr.parting + tr").textContent()) ?? "", /^3get_issue.*only run #3$/)
    await page.getByLabel("The other run").fill("12")
    assert.deepEqual(await page.locator("dialog thead th").allTextContents(), ["Run #3", "", "Run #12"])
    await screenshot(page, "compare")
    await page.getByLabel("The other run").fill("99")
    assert.match((await page.getByRole("tabpanel").textContent()) ?? "", /There is no other run #99/)
    assert.deepEqual(complaints, [])
    await page.close()
  })

  test("can be used with the keyboard alone", async () => {
    const { complaints, page } = await open(browser, whole)
    const heading = (text: string) => page.locator("h2", { hasText: text }).waitFor()
    await page.keyboard.press("j")
    await heading("reads an issue")
    await page.keyboard.press("k")
    await heading("files and closes an issue")
    await page.keyboard.press("/")
    await page.keyboard.type("f")
    assert.equal(await page.getByRole("button", { name: "Failures only" }).getAttribute("aria-pressed"), "false")
    await page.getByLabel("Find a cell").fill("")
    await page.locator(".run-row").first().focus()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await heading("Run #3")
    await page.keyboard.press("]")
    await heading("Run #4")
    await page.getByRole("tab", { name: "Transcript" }).focus()
    await page.keyboard.press("ArrowRight")
    assert.equal(await page.getByRole("tab", { name: "Expected" }).getAttribute("aria-selected"), "true")
    await page.keyboard.press("Escape")
    assert.equal(await page.getByRole("dialog").count(), 0)
    await page.keyboard.press("?")
    assert.equal(await page.getByRole("dialog").locator("h2").textContent(), "Keys")
    assert.deepEqual(complaints, [])
    await page.close()
  })

  test("follows the system's theme, and can be switched", async () => {
    const lightness = (page: Page) =>
      page.evaluate(() => Number(/\d+/.exec(getComputedStyle(document.body).backgroundColor)?.[0]))
    const { complaints, page } = await open(browser, whole, { colorScheme: "dark" })
    assert.ok((await lightness(page)) < 60)
    await screenshot(page, "dark-1280")
    await page.keyboard.press("t")
    assert.ok((await lightness(page)) > 200)
    await page.emulateMedia({ colorScheme: "light" })
    await page.keyboard.press("t")
    assert.ok((await lightness(page)) < 60)
    assert.deepEqual(complaints, [])
    await page.close()
  })

  test("fits the width of a phone's screen", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      const { complaints, page } = await open(browser, whole, { width: 420, colorScheme })
      const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
      assert.equal(widths[0], widths[1])
      await screenshot(page, `${colorScheme}-420`)
      await page.locator(".run-row").first().click()
      await screenshot(page, `${colorScheme}-420-drawer`)
      assert.deepEqual(complaints, [])
      await page.close()
    }
  })

  test("prints why each red cell is red, and no controls", async () => {
    const { page } = await open(browser, whole)
    await page.emulateMedia({ media: "print" })
    await page.waitForFunction(
      () => dispatchEvent(new Event("beforeprint")) && document.querySelector(".paper[data-ready]")
    )
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")))
    assert.equal(await page.locator(".paper .gate").count(), 4)
    assert.equal(await page.locator(".controls").isVisible(), false)
    await page.evaluate(() => dispatchEvent(new Event("afterprint")))
    assert.equal(await page.locator(".paper").count(), 0)
    await page.close()
  })

  test("names the missing traces and the flag that adds them", async () => {
    const { complaints, page } = await open(browser, ofCell({ verdict: "fail", runs: [run(1, { verdict: "fail" })] }))
    assert.match((await page.locator(".missing").textContent()) ?? "", /--with-traces/)
    await page.locator(".run-row").click()
    assert.match((await page.locator("dialog .missing").textContent()) ?? "", /--with-traces/)
    assert.deepEqual(complaints, [])
    await page.close()
  })

  test("shows every kind of verdict and issue: failed cells first, then cells without a verdict, then green ones", async () => {
    const { complaints, page } = await open(browser, sample)
    const marks = await page.locator(".entry .mark").evaluateAll((all) => all.map((one) => one.className))
    assert.deepEqual(marks, ["mark fail", "mark none", "mark none", "mark none", "mark pass"])
    for (const at of marks.keys()) {
      await page.goto(`${page.url().split("#")[0]}${await page.locator(".entry").nth(at).getAttribute("href")}`)
      await page.locator(".entry").nth(at).and(page.locator("[aria-current]")).waitFor()
    }
    assert.deepEqual(complaints, [])
    await page.close()
  })

  test("shows no verdict for an empty report", async () => {
    const { complaints, page } = await open(browser, report())
    assert.equal(await page.locator(".verdict").textContent(), "NO VERDICT")
    assert.match((await page.locator("#cell").textContent()) ?? "", /no run and no gate tells why/)
    assert.deepEqual(complaints, [])
    await page.close()
  })
})
