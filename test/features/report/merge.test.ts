import { afterAll, beforeAll, describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Report } from "../../../src/base/domain/verdict/Verdict.ts"
import { called } from "../../app/called.ts"
import { type Finished, root, run } from "../../app/project.ts"

/** Several processes, on a machine that may be busy. */
setDefaultTimeout(120_000)

const passhat = (...args: ReadonlyArray<string>): Finished => run(join(root, "dist/doors/passhat.js"), args)

let folder = ""
const file = (name: string): string => join(folder, name)
const read = (name: string): string => readFileSync(file(name), "utf8")
const shard = (index: number, count: number): string => file(`${index}-of-${count}.json`)

/** Every suite of this repository, whole and in parts. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "passhat-shards-"))
  passhat("run", "--reporter", `json=${file("whole.json")}`)
  for (const count of [1, 2, 4]) {
    for (let index = 1; index <= count; index++) {
      const { code, stderr } = passhat(
        "run",
        "--shard",
        `${index}/${count}`,
        "--reporter",
        `json=${shard(index, count)}`
      )
      assert.ok(code === 0 || code === 1, stderr)
    }
  }
})
afterAll(() => rmSync(folder, { recursive: true }))

const shards = (count: number): ReadonlyArray<string> => Array.from({ length: count }, (_, at) => shard(at + 1, count))

/** A sentence for a person, and nothing else. */
const refuses = ({ code, stderr, stdout }: Finished, sentence: RegExp): void => {
  assert.equal(code, 2)
  assert.equal(stdout, "")
  assert.match(stderr, sentence)
  assert.equal(stderr.split("\n").length, 2, stderr)
}

const altered = (from: string, change: (report: Report) => unknown): string => {
  writeFileSync(file("altered.json"), JSON.stringify(change(JSON.parse(readFileSync(from, "utf8")))))
  return file("altered.json")
}

describe("passhat merge", () => {
  test.each([1, 2, 4])("%i shards give the report of all suites, byte for byte, in any order", async (count) => {
    const { code } = await called("merge", ...shards(count).toReversed(), "--reporter", `json=${file("merged.json")}`)
    assert.equal(code, 1)
    assert.ok(read("merged.json") === read("whole.json"))
  })

  test("every other reporter prints the merged report like the whole one", async () => {
    for (const reporter of ["pretty", "junit"]) {
      const whole = await called("report", file("whole.json"), "--reporter", reporter)
      assert.equal(whole.code, 1)
      assert.deepEqual(await called("merge", ...shards(4), "--reporter", reporter), whole)
    }
  })

  test("a missing, repeated or foreign shard is refused", async () => {
    refuses(await called("merge", shard(1, 4), shard(3, 4), shard(4, 4)), /^Of 4 shards, 2 is missing\. /)
    refuses(await called("merge", shard(2, 4)), /^Of 4 shards, 1, 3, 4 are missing\. /)
    refuses(
      await called("merge", ...shards(2), shard(1, 2)),
      /^\S+1-of-2\.json and \S+1-of-2\.json are both shard 1\/2\. /
    )
    refuses(
      await called("merge", shard(1, 4), shard(3, 4), shard(2, 2)),
      /^\S+2-of-2\.json and \S+1-of-4\.json are not shards of one run\. /
    )
    passhat("run", "suites/red.ts", "--shard", "2/2", "--reporter", `json=${file("other.json")}`)
    refuses(
      await called("merge", shard(1, 2), file("other.json")),
      /^\S+other\.json and \S+1-of-2\.json are not shards of one run\. /
    )
    refuses(await called("merge", file("whole.json")), /^\S+whole\.json is not of a shard\. /)
  })

  test("a shard that claims to be one of billions is refused at once", async () => {
    const one = altered(shard(1, 2), (its) => ({
      ...its,
      shard: { ...its.shard!, count: 4_000_000_000, index: 1 },
      suites: its.suites
        .slice(0, 1)
        .map((suite) => ({ ...suite, cells: suite.cells.slice(0, 1), verdict: suite.cells[0]!.verdict })),
      verdict: its.suites[0]!.cells[0]!.verdict
    }))
    refuses(await called("merge", one), /^Of 4000000000 shards, 2, 3, 4, .*, 21 and 3999999979 more are missing\. /)
  })

  test("a damaged shard is refused", async () => {
    const cut = file("cut.json")
    writeFileSync(cut, readFileSync(shard(1, 2), "utf8").slice(0, 5_000))
    refuses(await called("merge", cut, shard(2, 2)), /^\S+cut\.json:\d+:\d+: it is not JSON\. /)
    const fewer = altered(shard(1, 2), (report) => ({
      ...report,
      suites: report.suites.map((one) => ({ ...one, cells: one.cells.slice(1) }))
    }))
    refuses(
      await called("merge", fewer, shard(2, 2)),
      /^\S+altered\.json, shard: shard 1\/2 of \d+ cells has \d+, and the report holds \d+\. /
    )
    const strange = altered(shard(1, 2), (report) => ({ ...report, shard: { ...report.shard, index: 3 } }))
    refuses(await called("merge", strange, shard(2, 2)), /^\S+altered\.json, shard: /)
  })

  test("a shard without a cell exits with 2, and can be merged", async () => {
    const weather = ["run", "suites/weather.ts", "--reporter"]
    const whole = passhat(...weather, "json")
    assert.equal(whole.code, 0)
    assert.equal(passhat(...weather, `json=${file("one.json")}`, "--shard", "1/2").code, 0)
    const empty = passhat(...weather, `json=${file("none.json")}`, "--shard", "2/2")
    assert.equal(empty.code, 2)
    assert.equal(empty.stderr, "Shard 2/2 has nothing to run: there is only 1 cell. Ask for at most 1 shard.\n")
    assert.equal(JSON.parse(read("none.json")).verdict, "none")
    assert.deepEqual(await called("merge", file("none.json"), file("one.json"), "--reporter", "json"), whole)
  })

  test.each(["0/2", "3/2", "2", "1/0", "a/b", "-1/2", "1/2/3"])("--shard %s is refused", (asked) => {
    refuses(
      passhat("run", "suites/weather.ts", `--shard=${asked}`),
      /^--shard is ".*"\. Say which of how many parts: --shard 2\/5\.\n$/
    )
  })
})
