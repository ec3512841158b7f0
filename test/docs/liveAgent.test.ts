/**
 * docs/live-agent.md: its agent is recorded with a stand-in for the provider, and run again once that is gone.
 */
import { describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Report } from "../../src/base/domain/verdict/Verdict.ts"
import { begin, passhatCommand } from "../app/project.ts"
import { startStandin } from "../standin/standin.ts"
import { blocksOf, read } from "./blocks.ts"
import { writeExamples } from "./examples.ts"

setDefaultTimeout(120_000)

const page = "docs/live-agent.md"

test("the agent of the page is green again without a model, and tells its changed prompt in the words of the page", async () => {
  const blocks = blocksOf(page)
  const { fileOf, folder, remove } = writeExamples(blocks)
  const suite = fileOf(blocks.find(({ info }) => info === "ts suite") ?? assert.fail("there is a suite"))
  const agent = join(folder, "agents/asks.ts")
  const turn = { text: "It is 21 degrees.", usage: { input: 30, output: 5 } }
  const standin = await startStandin({ scripts: () => [{ turns: [turn] }] })
  const run = (flags: ReadonlyArray<string>, env: Record<string, string> = {}) =>
    begin(passhatCommand("bun", ["run", suite, "--reporter", "json", ...flags]), { cwd: folder, env }).finished
  const recorded = await run(["--record"], { ANTHROPIC_BASE_URL: standin.url })
  await standin.close()
  assert.equal(recorded.code, 0, recorded.stdout + recorded.stderr)
  assert.equal((await run(["--live-agent"])).code, 0)
  writeFileSync(agent, readFileSync(agent, "utf8").replace("Question: ", "Please answer: "))
  assert.match((await run([])).stdout, /STALE_CASSETTE/)
  const changed = await run(["--live-agent"])
  remove()
  assert.equal(changed.code, 2)
  const report: Report = JSON.parse(changed.stdout)
  const [issue] = report.suites[0]?.cells[0]?.runs[0]?.issues ?? []
  const told = blocks.find(({ info }) => info === "text")?.text
  assert.equal(`${issue?.code}: ${issue?.message}\n  ${issue?.hint}\n`, told)
})

describe("the page", () => {
  test("names every issue that only this mode has", () => {
    for (const code of ["DIVERGED", "NO_EXCHANGES", "UNUSED_EXCHANGES", "REPLAYED"]) {
      assert.ok(read(page).includes(`\`${code}\``), code)
    }
  })
})
