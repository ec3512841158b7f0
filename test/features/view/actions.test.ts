import { afterAll, beforeAll, beforeEach, describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import type { Browser } from "playwright-core"
import type { Job, ProjectAnswer } from "../../../src/features/view/Api.ts"
import { eventually } from "../../processes.ts"
import { hasBrowser, launch, screenshot } from "../html/browser.ts"
import { passhatOn } from "../../app/project.ts"
import { CASSETTE, CELL, recordedProject } from "./recorded.ts"
import { lookAt, type Viewing, viewing } from "./viewing.ts"

setDefaultTimeout(120_000)

const settled = async (view: Viewing): Promise<ReadonlyArray<Job>> => {
  let jobs: ReadonlyArray<Job> = []
  await eventually(async () => {
    jobs = (await view.json<ProjectAnswer>("/api/project")).jobs
    return jobs.length > 0 && jobs.every(({ state }) => state !== "running")
  }, 60_000)
  return jobs
}

describe.skipIf(!hasBrowser)("passhat view --actions", () => {
  const SUITE = "suites/parcels.ts"
  const user = recordedProject(3)
  let browser: Browser
  let recorded = ""
  const suite = user.read(SUITE)
  beforeAll(async () => {
    for (const run of [1, 2, 3]) user.release(run)
    assert.equal((await user.record().finished).code, 0)
    recorded = user.read(CASSETTE)
    const args = ["run", "--with-traces", "--reporter", "json=run.json"]
    assert.equal(passhatOn("bun", args, { cwd: user.folder }).code, 0)
    browser = await launch()
  })
  beforeEach(() => {
    user.write(SUITE, suite)
    user.write(CASSETTE, recorded)
  })
  afterAll(async () => {
    await browser.close()
    user[Symbol.dispose]()
  })

  test("labels runs in a file that calibrate reads; a run that did something else when it was recorded again has none", async () => {
    const view = await viewing(user.folder, ["--actions"], "bun", user.env)
    const calibrate = (...args: ReadonlyArray<string>) => passhatOn("bun", ["calibrate", ...args], { cwd: user.folder })
    assert.match(
      calibrate("--labels", "labels.jsonl").stderr,
      /^labels\.jsonl does not exist\. Label runs with passhat view --actions\.$/m
    )

    const { complaints, page } = await lookAt(browser, view, `?report=run.json${CELL}/2`)
    await page.getByLabel("A note").fill("as it should be")
    await page.getByRole("button", { name: "Good", exact: true }).click()
    await page.getByText("Saved in labels.jsonl.").waitFor()
    await page.goto(`${view.origin}/?recording=${CASSETTE}${CELL}/3`)
    await page.getByRole("button", { name: "Bad", exact: true }).click()
    await page.getByText("Saved in labels.jsonl.").waitFor()
    await page.goto(`${view.origin}/?recording=${CASSETTE}${CELL}/2`)
    const good = page.getByRole("button", { name: "Good", exact: true })
    await eventually(async () => (await good.getAttribute("aria-pressed")) === "true")
    assert.equal(
      await page.getByLabel("A note").inputValue(),
      "as it should be",
      "the run of a report is that of its recording"
    )
    await screenshot(page, "view-label")
    assert.deepEqual(
      user
        .read("labels.jsonl")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line))
        .map(({ label, note, run }) => [run, label, note]),
      [
        [2, "good", "as it should be"],
        [3, "bad", undefined]
      ]
    )
    assert.match(calibrate("--labels", "labels.jsonl").stdout, /^2 runs of 1 case, 1 of them good\n {2}1 run left out/)
    assert.match(calibrate("--labels", "labels.jsonl", "--good", "a=1").stderr, /exclude each other/)
    assert.deepEqual(complaints, [])
    await page.close()

    user.edit("suites/parcels.ts", (text) => text.replaceAll("Oslo", "Bergen"))
    assert.equal((await user.record().finished).code, 0)
    const after = calibrate("--labels", "labels.jsonl")
    assert.equal(after.code, 2, "no run of the new recording is known to be good")
    assert.match(after.stderr, /a run that has done something else since has no label/)
    user.write("labels.jsonl", `${user.read("labels.jsonl")}{"label":"good"}\n`)
    assert.match(
      calibrate("--labels", "labels.jsonl").stderr,
      /^labels\.jsonl:3: it is not a label that passhat wrote\./
    )
    await view.end()
  })

  test("records the cell again and blesses the report, after asking twice", async () => {
    const [before, view] = [user.read(CASSETTE), await viewing(user.folder, ["--actions"], "bun", user.env)]
    const { complaints, page } = await lookAt(browser, view, "?report=run.json")
    await page.getByRole("button", { name: "Bless this file" }).click()
    assert.deepEqual((await view.json<ProjectAnswer>("/api/project")).jobs, [], "one click starts nothing")
    await page.getByRole("button", { name: "Bless: replaces its baseline" }).click()
    await page.getByText("It is being blessed.").waitFor()
    assert.deepEqual(
      (await settled(view)).map(({ said, state }) => [state, said]),
      [["done", "baselines/run.json: 1 cell, 3 runs, 3 of them pass"]]
    )
    assert.match(user.read("baselines/run.json"), /"format":"passhat-baseline"/)
    await page.getByRole("button", { name: "Record this cell again" }).click()
    await page.getByRole("button", { name: "Record: asks models, and costs money" }).click()
    await page.getByText("It is being recorded.").waitFor()
    const [job] = await settled(view)
    assert.deepEqual([job?.state, job?.said], ["done", "PASS"])
    assert.notEqual(user.read(CASSETTE), before)
    await page.getByRole("link", { name: "See what became of it" }).click()
    await page.locator(".job").first().waitFor()
    assert.deepEqual(complaints, [])
    await page.close()
    await view.end()
  })

  test("does nothing for whoever has no token or comes from another origin, and refuses what it does not know", async () => {
    const view = await viewing(user.folder, ["--actions"], "bun", user.env)
    const label = JSON.stringify({ cell: "parcels/finds-parcels/own", run: 1, label: "good" })
    const asked = (path: string, body: string, headers = {}) => view.ask(path, { method: "POST", body, headers })
    assert.equal((await asked("/api/label?report=run.json", label, { authorization: "Bearer no" })).status, 401)
    assert.equal((await asked("/api/label?report=run.json", label, { origin: "http://evil.example" })).status, 403)
    for (const [path, body] of [
      ["/api/label?report=run.json", "{"],
      ["/api/label?report=run.json", JSON.stringify({ cell: "parcels/finds-parcels/own", run: 1, label: "best" })],
      ["/api/label?report=run.json", JSON.stringify({ cell: "parcels/finds-parcels/own", run: 99, label: "good" })],
      ["/api/label?report=run.json", JSON.stringify({ cell: "other", run: 1, label: "good" })],
      ["/api/label?report=../run.json", label],
      ["/api/record?report=run.json", JSON.stringify({ cell: "other" })],
      ["/api/bless?report=nothing.json", "{}"]
    ] as const) {
      assert.equal((await asked(path, body)).status, 422, `${path} ${body}`)
    }
    assert.deepEqual((await view.json<ProjectAnswer>("/api/project")).jobs, [])
    // Its name selects two cells now: recording both was not asked for.
    user.edit("suites/parcels.ts", (text) =>
      text.replace(
        /suite\(\s*"parcels",/,
        `suite("parcels", agent("finds parcels twice", { driver: own, servers: [parcels], prompt: "x" }).pipe(expect("stop_reason", equals("end_turn"))),`
      )
    )
    const before = user.read(CASSETTE)
    assert.equal(
      (await asked("/api/record?report=run.json", JSON.stringify({ cell: "parcels/finds-parcels/own" }))).status,
      200
    )
    const [job] = await settled(view)
    assert.equal(job?.state, "failed")
    assert.match(job?.said ?? "", /and not parcels\/finds-parcels\/own alone/)
    assert.equal(user.read(CASSETTE), before)
    await view.end()
  })
})
