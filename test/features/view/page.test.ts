import { afterAll, beforeAll, describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Browser } from "playwright-core"
import type { ProjectAnswer } from "../../../src/features/view/Api.ts"
import { json } from "../../../src/edges/report/formats/json.ts"
import { eventually } from "../../processes.ts"
import { hasBrowser, launch, screenshot } from "../html/browser.ts"
import { baselineOf, everything, tenThousand } from "../html/reports.ts"
import { plain, renderText } from "../../edges/report/sample.ts"
import { passhatOn, project } from "../../app/project.ts"
import { EARLIER, earlierRecording, SONNET } from "./earlier.ts"
import { lookAt, type Viewing, viewing } from "./viewing.ts"

setDefaultTimeout(120_000)

const now = everything()
const RED = "cassettes/red/wanders-off/claude-sonnet-4-5.jsonl"

describe.skipIf(!hasBrowser)("the page of passhat view", () => {
  let browser: Browser
  let view: Viewing
  const user = project()
  beforeAll(async () => {
    user.write("out/now.json", renderText(json, now, plain))
    user.write("out/before.json", renderText(json, baselineOf(now).report, plain))
    user.write(EARLIER, earlierRecording())
    user.write("broken.json", `{"format":"passhat-report","version":1}`)
    const { code } = passhatOn("bun", ["run", "suites/weather.ts", "--history", "history"], { cwd: user.folder })
    assert.equal(code, 0)
    browser = await launch()
    view = await viewing(user.folder)
  })
  afterAll(async () => {
    await view.end()
    await browser.close()
    user[Symbol.dispose]()
  })

  test("lists every report with its verdict and every recording, and takes the token out of the address", async () => {
    const { complaints, page } = await lookAt(browser, view)
    assert.equal(new URL(page.url()).hash, "")
    const reports = page.getByRole("group", { name: "Reports" })
    await reports.getByText("2 cells").or(reports.getByText("3 cells, 22 runs")).first().waitFor()
    assert.deepEqual((await reports.locator(".title").allTextContents()).toSorted(), [
      "broken.json",
      "out/before.json",
      "out/now.json"
    ])
    const row = reports.locator(".file", { hasText: "out/now.json" })
    await row.locator(".mark.fail").waitFor()
    const broken = reports.locator(".file", { hasText: "broken.json" })
    await broken.locator(".mark.none").waitFor()
    assert.match((await broken.locator(".facts").textContent()) ?? "", /^broken\.json/)
    assert.match((await page.locator(".totals").textContent()) ?? "", /3 reports, 34 recordings$/)
    await page.getByLabel("Find", { exact: true }).fill("weather asks")
    await eventually(async () => (await page.getByRole("group", { name: "Recordings" }).locator(".file").count()) === 2)
    await screenshot(page, "view-home")
    assert.deepEqual(complaints, [])
    await page.close()
  })

  test("opens a report as the page in a file does, and leads back", async () => {
    const { complaints, page } = await lookAt(browser, view)
    await page.getByRole("link", { name: "out/now.json" }).click()
    await page.locator("#cell").waitFor()
    assert.equal(await page.locator(".verdict").textContent(), "FAIL")
    assert.deepEqual(await page.locator(".entry .title").allTextContents(), [
      "files and closes an issue",
      "reads an issue",
      "counts the open issues"
    ])
    await page.keyboard.press("j")
    await page.locator(".heading h2", { hasText: "reads an issue" }).waitFor()
    await page.keyboard.press("k")
    await page.locator(".heading h2", { hasText: "files and closes" }).waitFor()
    await page.locator(".run-row").first().click()
    assert.ok((await page.getByRole("dialog").locator(".event").count()) > 2)
    await page.keyboard.press("Escape")
    await page.locator(".crumbs a").click()
    await page.getByRole("group", { name: "Reports" }).waitFor()
    assert.deepEqual(complaints, [])
    await page.close()
  })

  test("shows a recording with its transcripts, and says that nothing has judged it", async () => {
    const { complaints, page } = await lookAt(browser, view, `?recording=${SONNET}`)
    await page.locator("#cell").waitFor()
    assert.equal(await page.locator(".verdict").textContent(), "RECORDING")
    assert.equal(await page.locator(".totals").textContent(), "5 runs, which nothing has judged")
    assert.equal(await page.locator(".run-row .mark.pass").count(), 0)
    await page.locator(".run-row").nth(1).click()
    assert.match((await page.getByRole("dialog").textContent()) ?? "", /get_weather/)
    await page.keyboard.press("]")
    await page.locator("dialog h2", { hasText: "Run #3" }).waitFor()
    assert.deepEqual(complaints, [])
    await page.close()
  })

  test("compares two recordings that are chosen in the list, and two reports", async () => {
    const { complaints, page } = await lookAt(browser, view)
    await page.getByLabel("Find", { exact: true }).fill("claude")
    const recordings = page.getByRole("group", { name: "Recordings" })
    await page.getByLabel("Find", { exact: true }).fill("wanders")
    await page.getByLabel(`Compare ${RED}`).check()
    await page.getByLabel("Find", { exact: true }).fill("asks for the weather")
    await recordings.getByLabel(`Compare ${SONNET}`).check()
    await page.getByRole("link", { name: "Compare" }).click()
    await page.locator(".delta").waitFor()
    assert.equal(await page.locator(".card .hint").first().textContent(), RED)
    assert.match((await page.locator(".shows").textContent()) ?? "", /not comparable: the prompt differs/)
    assert.ok((await page.locator(".differences li").count()) > 2)
    await page.goto(`${view.origin}/?report=out/now.json&baseline=out/before.json`)
    await page.locator(".delta").waitFor()
    await page.keyboard.press("d")
    assert.ok((await page.locator(".entry").count()) >= 1)
    await screenshot(page, "view-compare")
    assert.deepEqual(complaints, [])
    await page.close()
  })

  test("shows what agents did otherwise in two recordings: a run of each, call by call", async () => {
    const { complaints, page } = await lookAt(browser, view, `?recording=${SONNET}&baseline=${EARLIER}`)
    const card = page.locator(".card", { hasText: "Side by side" })
    await card.waitFor()
    const before = page.getByLabel("Run of the baseline")
    const after = page.getByLabel("Run now")
    const next = page.getByRole("button", { name: "Next that differs" })
    const signs = (): Promise<ReadonlyArray<string>> => card.locator("tr .sign span").allTextContents()
    const numbers = async () => [await before.inputValue(), await after.inputValue()]
    assert.equal(
      await card.locator("header .hint").textContent(),
      "5 runs on both sides: 3 did something else, 1 only said something else."
    )
    assert.deepEqual(await numbers(), ["2", "2"], "the first that differs")
    assert.deepEqual(await card.locator("th").allTextContents(), ["Baseline, run #2", "", "Now, run #2"])
    assert.deepEqual(await signs(), ["other arguments", "other arguments", "final response"])
    assert.match((await card.locator(".diff").first().textContent()) ?? "", /^args\.city "Davis" became "Sacramento"$/)
    assert.equal(await card.locator(".parting").count(), 1)
    const whole = card.locator(".whole-call").nth(1)
    await whole.locator("summary").click()
    await whole.locator(".result.ok pre").first().waitFor()

    await next.focus()
    await page.keyboard.press("Enter")
    assert.deepEqual(await numbers(), ["3", "3"])
    assert.deepEqual(await signs(), ["other result", "the same", "final response"])
    await page.keyboard.press("Enter")
    assert.deepEqual(await signs(), [
      "the same",
      "the same",
      "only the baseline",
      "said before",
      "final response",
      "tokens"
    ])
    await page.keyboard.press("Enter")
    assert.deepEqual(await numbers(), ["5", "5"])
    assert.deepEqual(await card.locator("tr.wrong .text").allTextContents(), [
      "It was 21 degrees in Sacramento.",
      "It is 21 degrees and clear in Sacramento now, and it will be 19 tomorrow."
    ])
    assert.equal(await next.isDisabled(), true)

    await before.fill("1")
    await after.fill("3")
    assert.equal(await card.locator("tr.wrong").count(), 0)
    await card.getByText("They did and said the same.").waitFor()
    await after.fill("77")
    await card.getByText("There is no run #77 with a trace.").waitFor()
    assert.equal(await card.locator("table").count(), 0)

    await page.locator(".run-row").nth(1).click()
    await page.getByRole("tab", { name: "Compare" }).click()
    const drawer = page.getByRole("dialog")
    await drawer.getByLabel("Of what").selectOption("before")
    assert.deepEqual(await drawer.locator("th").allTextContents(), ["Run #2", "", "Baseline, run #2"])
    assert.equal(await drawer.locator("tr.wrong").count(), 2)
    assert.deepEqual(complaints, [])
    await page.close()
  })

  test("at 420 px the two runs are below each other, each with its name", async () => {
    const { page } = await lookAt(browser, view, `?recording=${SONNET}&baseline=${EARLIER}`, { width: 420 })
    const cells = page.locator(".two-runs tr.wrong").first().locator("td[data-side]")
    await cells.first().waitFor()
    const boxes = await Promise.all([cells.nth(0).boundingBox(), cells.nth(1).boundingBox()])
    assert.ok(boxes[0]!.y + boxes[0]!.height <= boxes[1]!.y)
    const names = await cells.evaluateAll((all) => all.map((one) => getComputedStyle(one, "::before").content))
    assert.deepEqual(names, [`"Baseline, run #2"`, `"Now, run #2"`])
    await screenshot(page, "view-sides-420")
    await page.close()
  })

  test("prints the whole list, the two runs that are chosen, and the run that is open", async () => {
    const { complaints, page } = await lookAt(browser, view)
    const paper = async (): Promise<string> => {
      await page.emulateMedia({ media: "print" })
      await page.evaluate(() => dispatchEvent(new Event("beforeprint")))
      const text = await page.evaluate(() => document.body.innerText)
      assert.equal(await page.locator("input:visible, button:visible:not(.kept-run, .more)").count(), 0)
      assert.ok((await page.pdf({ format: "A4" })).length > 1_000)
      await page.evaluate(() => dispatchEvent(new Event("afterprint")))
      await page.emulateMedia({ media: "screen" })
      return text
    }
    const recordings = page.getByRole("group", { name: "Recordings" })
    await recordings.locator(".file").first().waitFor()
    assert.match(await paper(), /plans a picnic \(denied[^]*wanders off[^]*asks for the weather/)
    // Only what is in sight exists afterwards, once the list has its size on the screen again.
    await eventually(async () => (await recordings.locator(".file").count()) < 30)

    await page.goto(`${view.origin}/?recording=${SONNET}&baseline=${EARLIER}`)
    await page.getByRole("button", { name: "Next that differs" }).click()
    await page.waitForFunction(
      () => dispatchEvent(new Event("beforeprint")) && document.querySelector(".paper[data-ready]")
    )
    const compared = await paper()
    assert.match(compared, /Baseline, run #3[^]*other result/)
    assert.match(compared, /Runs[^]*#5[^]*end_turn[^]*It is 21 degrees/)
    await page.locator(".run-row").nth(1).click()
    await page.locator("dialog .event").first().waitFor()
    const opened = await paper()
    assert.match(opened, /Run #2[^]*What is the weather in Sacramento[^]*get_weather/)
    assert.doesNotMatch(opened, /Since the baseline/)
    assert.deepEqual(complaints, [])
    await page.close()
  })

  test("shows a report that is dropped or chosen, and says in one sentence why another is none", async () => {
    const { complaints, page } = await lookAt(browser, view)
    const input = page.getByLabel("Open a json report from elsewhere")
    const report = Buffer.from(renderText(json, now, plain))
    await input.setInputFiles({ name: "no.json", mimeType: "application/json", buffer: Buffer.from(`{"format":1}`) })
    await page.getByRole("alert").getByText("no.json is not a report of passhat.").waitFor()
    assert.deepEqual(complaints, [])
    await page.evaluate((text) => {
      const data = new DataTransfer()
      data.items.add(new File([text], "theirs.json"))
      document.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }))
    }, report.toString("utf8"))
    await page.locator("#cell").waitFor()
    assert.equal(await page.locator(".verdict").textContent(), "FAIL")
    assert.equal(await page.locator(".crumb").textContent(), "theirs.json")
    await page.reload()
    await page.locator("#cell").waitFor()
    await page.close()
  })

  test("shows the history", async () => {
    const { complaints, page } = await lookAt(browser, view)
    await page.getByRole("link", { name: "History" }).waitFor()
    await page.keyboard.press("h")
    await page.locator(".trend").first().waitFor()
    assert.equal(await page.locator(".trend .title").first().textContent(), "asks for the weather")
    assert.match((await page.locator(".totals").textContent()) ?? "", /^1 cell, 0 worse; .* at most 0\.01$/)
    assert.deepEqual(complaints, [])
    await page.close()
  })

  test("is usable with the keyboard alone", async () => {
    const { complaints, page } = await lookAt(browser, view)
    await page.getByRole("link", { name: "out/now.json" }).waitFor()
    await page.keyboard.press("/")
    await page.keyboard.type("out/now")
    await eventually(async () => (await page.locator(".file").count()) === 1)
    await page.getByRole("link", { name: "out/now.json" }).focus()
    await page.keyboard.press("Enter")
    await page.locator("#cell").waitFor()
    await page.goBack()
    await page.getByLabel("Find", { exact: true }).fill("")
    await page.getByRole("group", { name: "Recordings" }).locator(".file-link").first().focus()
    await page.keyboard.press("ArrowDown")
    const second = page.getByRole("group", { name: "Recordings" }).locator(".file-link").nth(1)
    assert.equal(await second.evaluate((link) => link === document.activeElement), true)
    await page.keyboard.press("t")
    assert.equal(await page.locator("html").getAttribute("data-theme"), "light")
    assert.deepEqual(complaints, [])
    await page.close()
  })

  test.each([
    ["dark at 1280 px", { colorScheme: "dark" as const }],
    ["light at 420 px", { width: 420 }]
  ])("%s, nothing is wider than the screen", async (name, look) => {
    const { complaints, page } = await lookAt(browser, view, "", look)
    const addresses = [
      "",
      "?report=out/now.json",
      `?recording=${SONNET}`,
      "?history",
      `?recording=${SONNET}&baseline=${RED}`,
      `?recording=${SONNET}&baseline=${EARLIER}`
    ]
    for (const [at, address] of addresses.entries()) {
      await page.goto(`${view.origin}/${address}`)
      await page.locator("#cell, .file, .trend").first().waitFor()
      const [whole, shown] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
      assert.ok(whole! <= shown!, `${address} is ${whole} px wide`)
      await screenshot(page, `view-${name.split(" ")[0]}-${at}`)
    }
    if (name.startsWith("dark")) {
      assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgb(19, 20, 23)")
    }
    assert.deepEqual(complaints, [])
    await page.close()
  })

  test("says that a file has changed, and shows it as it is now when it is loaded again", async () => {
    const file = "out/now.json"
    const before = readFileSync(join(user.folder, file), "utf8")
    const { page } = await lookAt(browser, view, `?report=${file}`)
    await page.locator("#cell").waitFor()
    user.write(file, renderText(json, baselineOf(now).report, plain))
    await page.getByRole("button", { name: "Load it again" }).click()
    await page.locator("#cell").waitFor()
    assert.equal(await page.getByRole("alert").count(), 0)
    user.write(file, before)
    await page.close()
  })

  test("shows nothing without the token, and says what to do", async () => {
    const page = await (await browser.newContext()).newPage()
    await page.goto(`${view.origin}/?report=out/now.json`)
    await page.getByRole("alert").getByText("Open the address that passhat view has printed.").waitFor()
    assert.equal(await page.locator(".entry").count(), 0)
    await page.close()
  })

  test("a page of another origin can neither read nor frame it", async () => {
    const other = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: () => new Response("<!doctype html><p>other", { headers: { "content-type": "text/html" } })
    })
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${other.port}/`)
    const tried = await page.evaluate(
      async ([origin, token]) => {
        const headers = { authorization: `Bearer ${token}` }
        const asked = await Promise.all(
          [
            fetch(`${origin}/`),
            fetch(`${origin}/api/project`, { headers }),
            fetch(`${origin}/api/drop`, { method: "POST", body: "{}" })
          ].map((one) =>
            one.then(
              () => "read",
              () => "refused"
            )
          )
        )
        const silent = await fetch(`${origin}/api/project`, { mode: "no-cors" }).then(
          ({ type }) => type,
          () => "refused"
        )
        return [...asked, silent]
      },
      [view.origin, view.token] as const
    )
    assert.deepEqual(tried.slice(0, 3), ["refused", "refused", "refused"])
    assert.notEqual(tried[3], "basic")
    await page.close()
    await other.stop(true)
  })

  test("scrolls ten thousand runs", async () => {
    user.write("out/large.json", renderText(json, tenThousand(), plain))
    await eventually(async () =>
      (await view.json<ProjectAnswer>("/api/project")).reports.some(({ file }) => file === "out/large.json")
    )
    const { complaints, page } = await lookAt(browser, view, "?report=out/large.json")
    await page.locator("#cell").waitFor()
    assert.ok((await page.locator("*").count()) < 3_000, "only what is in sight exists")
    const runs = page.locator(".runs .virtual")
    await runs.evaluate((list) => (list.scrollTop = list.scrollHeight))
    await page.locator(".run-row", { hasText: "#10000" }).click()
    await page.locator("dialog h2", { hasText: "Run #10000" }).waitFor()
    assert.deepEqual(complaints, [])
    await page.close()
  })
})
