import { afterAll, beforeAll, describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type { Browser, Page } from "playwright-core"
import type { LiveAnswer, ProjectAnswer } from "../../../src/features/view/Api.ts"
import { withCommas } from "../../../src/features/html/page/dom.ts"
import { eventually } from "../../processes.ts"
import { hasBrowser, launch, screenshot } from "../html/browser.ts"
import { MANY, manyRuns } from "./manyRuns.ts"
import { CASSETTE, recordedProject, SECRET } from "./recorded.ts"
import { lookAt, viewing } from "./viewing.ts"

setDefaultTimeout(120_000)

const LIVE = `?live=${encodeURIComponent(CASSETTE)}`

/** The runs that the page lists, the latest first. */
const keptOn = (page: Page): Promise<ReadonlyArray<string>> => page.locator(".kept-run .run").allTextContents()

describe.skipIf(!hasBrowser)("a recording in progress", () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())

  test("is watched run by run, with the calls so far and no secret; closing and opening the page loses nothing", async () => {
    using user = recordedProject(20)
    const recording = user.record(4)
    const view = await viewing(user.folder)
    const { complaints, page } = await lookAt(browser, view)
    await page.locator(".unfinished a", { hasText: CASSETTE }).click()
    const under = page.locator(".now-run")
    await eventually(async () => (await under.count()) === 4)
    await eventually(async () => (await page.locator(".now-run .so-far.answered").count()) === 4)
    assert.match((await under.first().textContent()) ?? "", /Run #1.*1 call.*find.*parcels.*"city":"Oslo"/)
    assert.deepEqual(await keptOn(page), [], "no run is over")
    const texts = [
      readFileSync(join(user.folder, `${CASSETTE}.progress`), "utf8"),
      await page.content(),
      await (await view.ask(`/api/live?file=${CASSETTE}&journal=0&from=0`)).text()
    ]
    for (const text of texts) {
      assert.ok(text.includes("[REDACTED:PARCEL_API_KEY:"))
      assert.ok(!text.includes(SECRET))
    }

    const waits: Array<number> = []
    for (const [at, run] of [3, 1, 2].entries()) {
      const before = performance.now()
      user.release(run)
      await page.locator(".kept-run .run", { hasText: new RegExp(`^#${run}$`) }).waitFor()
      waits.push(performance.now() - before)
      assert.equal((await keptOn(page)).length, at + 1, "a run is there before the next one ends")
    }
    console.log(`a run is seen ${waits.map((ms) => Math.round(ms)).join(", ")} ms after it may end`)
    assert.deepEqual(await keptOn(page), ["#2", "#1", "#3"])
    assert.match((await page.locator(".totals").textContent()) ?? "", /3 of 20 runs recorded/)
    assert.equal(await page.locator(".verdict").textContent(), "RECORDING")
    await screenshot(page, "view-live")

    await page.locator(".kept-run").first().click()
    assert.match((await page.getByRole("dialog").textContent()) ?? "", /Run #2.*Found Oslo\./)
    await page.keyboard.press("Escape")
    await page.close()

    for (const run of [4, 5, 6]) user.release(run)
    const again = await lookAt(browser, view, LIVE)
    await eventually(async () => (await keptOn(again.page)).length === 6)
    assert.deepEqual((await keptOn(again.page)).toSorted(), ["#1", "#2", "#3", "#4", "#5", "#6"])

    for (const run of Array.from({ length: 20 }, (_, index) => index + 1)) user.release(run)
    assert.equal((await recording.finished).code, 0)
    await again.page.waitForURL(/\?recording=/)
    await again.page.locator(".run-row").first().waitFor()
    assert.equal(await again.page.locator(".totals").textContent(), "20 runs, which nothing has judged")
    assert.deepEqual(readdirSync(join(user.folder, dirname(CASSETTE))), ["own.jsonl"], "nothing is left beside it")
    assert.deepEqual([...complaints, ...again.complaints], [])
    await again.page.close()
    await view.end()
  })

  test("with ten thousand runs scrolls, and what is looked at stays where it is while runs end", async () => {
    using user = manyRuns(10_000, 10_500)
    const view = await viewing(user.folder)
    const { complaints, page } = await lookAt(browser, view, `?live=${MANY}`)
    await page.locator(".totals", { hasText: "10,000 of 10,500 runs recorded · 200 under way" }).waitFor()
    assert.deepEqual((await keptOn(page)).slice(0, 2), ["#10000", "#9999"])
    assert.equal(await page.locator(".now-run").count(), 50)
    await page.getByText("150 more are under way.").waitFor()
    const now = page.getByRole("list", { name: "Runs under way" })
    await now.evaluate((one) => (one.scrollTop = 500))
    const elements = await page.locator("*").count()
    assert.ok(elements < 1_500, `only what is in sight exists, not ${elements} elements`)

    const list = page.getByRole("group", { name: "Recorded runs" })
    await list.evaluate((one) => (one.scrollTop = one.scrollHeight))
    await page.locator(".kept-run .run", { hasText: /^#1$/ }).waitFor()
    await list.evaluate((one) => (one.scrollTop = one.scrollHeight / 2))
    const middle = page.locator(".kept-run", { hasText: "#5000" })
    await middle.focus()
    const seen = await middle.boundingBox()
    for (const end of [10_050, 10_100, 10_150]) {
      user.end(end - 49, end)
      await page.locator(".totals", { hasText: `${withCommas(end)} of 10,500 runs recorded` }).waitFor()
    }
    assert.equal((await middle.boundingBox())!.y, seen!.y)
    assert.equal(await now.evaluate((one) => one.scrollTop), 500)
    assert.match((await page.locator(":focus").textContent()) ?? "", /^#5000/)
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await page.getByRole("dialog").getByText("Run #4999").waitFor()
    await page.keyboard.press("Escape")
    await page.locator(".kept-run:focus").press("Home")
    await eventually(async () => (await keptOn(page)).includes("#10150"))
    assert.ok((await page.locator("*").count()) <= elements + 100, "nothing is left of what was scrolled by")
    await screenshot(page, "view-live-many")
    assert.deepEqual(complaints, [])
    await page.close()
    await view.end()
  })

  test("that was killed is not called running, and the next recording sweeps what it left", async () => {
    using user = recordedProject(3)
    const first = user.record(2)
    const view = await viewing(user.folder)
    // A problem until the page knows of the files.
    const live = () => view.json<LiveAnswer>(`/api/live?file=${CASSETTE}&journal=0&from=0`)
    user.release(1)
    await eventually(
      async () => existsSync(join(user.folder, `${CASSETTE}.journal`)) && (await live()).kept?.length === 1
    )
    first.child.kill("SIGKILL")
    await first.finished
    assert.ok(existsSync(join(user.folder, `${CASSETTE}.progress`)), "it had no time to remove it")
    await eventually(async () => {
      const { unfinished } = await view.json<ProjectAnswer>("/api/project")
      return unfinished.length === 1 && !unfinished[0]!.isRunning
    })
    const left = await live()
    assert.deepEqual([left.state, left.underWay, left.kept.map(({ index }) => index)], ["unfinished", [], [1]])
    const { page } = await lookAt(browser, view, LIVE)
    await eventually(async () => (await page.locator(".verdict").textContent()) === "NOT FINISHED")
    await page.close()
    for (const run of [1, 2, 3]) user.release(run)
    assert.equal((await user.record().finished).code, 0)
    assert.deepEqual(readdirSync(join(user.folder, dirname(CASSETTE))), ["own.jsonl"])
    await view.end()
  })
})
