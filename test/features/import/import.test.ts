/**
 * `passhat import`: what it writes is judged at once, and what it cannot read leaves nothing behind.
 */
import { afterAll, describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { existsSync, readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { spawnSync } from "node:child_process"
import { emptyProject, passhatOn, root } from "../../app/project.ts"

/** The compiler takes its time on a machine that is busy. */
setDefaultTimeout(120_000)

const SECRET = "sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789"
const trial = (task_id: unknown, number: number, reward: number, more = {}) => ({
  task_id,
  trial: number,
  reward,
  traj: [
    { role: "system", content: "Be kind." },
    { role: "user", content: `Book seat ${task_id}, "please".` },
    { role: "assistant", content: null, tool_calls: [{ id: "a", function: { name: "book-seat", arguments: "{}" } }] },
    { role: "tool", tool_call_id: "a", content: `Error: use ${SECRET}` },
    { role: "assistant", content: "Sorry." }
  ],
  ...more
})
const whole = JSON.stringify([trial(1, 0, 1), trial(1, 1, 0), trial(2, 0, 1), trial(2, 3, 1)])
const files = {
  "package.json": `{ "type": "module" }\n`,
  "in/whole.json": whole,
  "in/truncated.json": whole.slice(0, -300),
  "in/empty.json": "",
  "in/blank.json": " \n",
  "in/text.json": "no JSON at all",
  "in/deep.json": "[".repeat(5_000),
  "in/deepText.json": whole.replace('"{}"', JSON.stringify(`{"a":${"[".repeat(50_000)}${"]".repeat(50_000)}}`)),
  "in/deepResult.json": whole.replace(
    /"Error: use[^"]*"/,
    JSON.stringify(`{"isError":false,"content":${"[".repeat(50_000)}${"]".repeat(50_000)}}`)
  ),
  "in/doubled.json": `[${JSON.stringify(trial(1, 0, 1))},\n${JSON.stringify(trial(1, 1, 0)).replace('"reward":0', '"reward":0,\n"reward":1')}]`,
  "in/lists.json": `{"info":{},"simulations":[],"simulations":[{"task_id":"1","messages":[]}]}`,
  "in/silent.json": JSON.stringify([trial(1, 0, 1, { traj: [] })]),
  "in/gap.json": JSON.stringify([trial(1, 0, 1), trial(1, 1, 1, { traj: [] }), trial(2, 0, 1, { traj: [] })]),
  "in/otherCalls.json": whole.replaceAll("tool_calls", "toolCalls"),
  "in/unknown.json": `{"a":1}`,
  "in/plain.json": JSON.stringify([
    { role: "user", content: "Hi" },
    { role: "assistant", content: "Hello" }
  ]),
  "in/noTask.json": JSON.stringify([trial(1, 0, 1), trial(undefined, 1, 1)]),
  "in/twice.json": JSON.stringify([trial(1, 0, 1), trial(1, 0, 1)]),
  "in/wild.json": JSON.stringify([trial(1, 1e15, 1)]),
  "in/names.json": JSON.stringify([trial("a b", 0, 1), trial("A-B", 0, 1)]),
  "in/nested.json": JSON.stringify([trial(1, 0, 1)]).replace(
    '"arguments":"{}"',
    `"arguments":{"a":${"[".repeat(140)}${"]".repeat(140)}}`
  ),
  "mixed/a.json": whole,
  "mixed/b.json": `{"info":{},"simulations":[{"task_id":"1","messages":[]}]}`
}
const user = emptyProject(files)
/** For what is refused: nothing may ever be in it. */
const bare = emptyProject(files)
afterAll(() => [user, bare].forEach((one) => one[Symbol.dispose]()))
writeFileSync(join(bare.folder, "in/binary.json"), Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0xff, 0xfe]))
writeFileSync(join(bare.folder, "in/bytes.json"), Buffer.from([0x5b, 0x22, 0xff, 0xfe, 0x22, 0x5d]))

const passhat = (args: ReadonlyArray<string>) => passhatOn("bun", args, { cwd: user.folder })
const bringIn = (suite: string, ...args: ReadonlyArray<string>) => passhat(["import", ...args, "--suite", suite])
const left = (folder = user.folder) =>
  ["suites", "cassettes"].flatMap((name) => (existsSync(join(folder, name)) ? readdirSync(join(folder, name)) : []))

describe("what cannot be imported is one sentence, exit 2, and nothing written", () => {
  test.each<[string, string, RegExp, ...ReadonlyArray<string>]>([
    ["truncated", "in/truncated.json", /^in\/truncated\.json ends inside of #\/3\./, "--format", "tau-bench"],
    ["empty", "in/empty.json", /^in\/empty\.json is empty\./, "--format", "tau-bench"],
    ["blank", "in/blank.json", /^in\/blank\.json is empty\./, "--format", "tau2"],
    ["text", "in/text.json", /^in\/text\.json is not JSON\./, "--format", "mcpmark"],
    ["binary", "in/binary.json", /^in\/binary\.json is not JSON\./, "--format", "jaeger"],
    ["bytes that are no text", "in/bytes.json", /^in\/bytes\.json is not text in UTF-8\./, "--format", "tau-bench"],
    [
      "nested too deeply",
      "in/deep.json",
      /^in\/deep\.json is nested deeper than 128 levels at #\/0 in line 1\./,
      "--format",
      "tau-bench"
    ],
    [
      "of no known format",
      "in/unknown.json",
      /^No format that is known fits in\/unknown\.json\. Name it with --format: openai-chat, /
    ],
    [
      "nested too deeply in a text",
      "in/deepText.json",
      /^in\/deepText\.json#\/0 in line 1 has a value that is nested deeper than 128 levels in tool_calls\[0\]\.args\.a\./
    ],
    [
      "nested too deeply in a result",
      "in/deepResult.json",
      /^in\/deepResult\.json#\/0 in line 1 has a value that is nested deeper than 128 levels in tool_results\[0\]\.content/
    ],
    [
      "a key twice",
      "in/doubled.json",
      /^in\/doubled\.json cannot be read at #\/1\/reward in line 3: the key is written twice\./
    ],
    [
      "a list twice",
      "in/lists.json",
      /^in\/lists\.json cannot be read at #\/simulations in line 1: the key is written twice\./,
      "--format",
      "tau2"
    ],
    [
      "runs without messages",
      "in/silent.json",
      /^in\/silent\.json has runs without messages of their agent, and no other/
    ],
    [
      "calls that are written in another way",
      "in/otherCalls.json",
      /^in\/otherCalls\.json#\/0\/traj\/2\/toolCalls\/0\/function in line 1 has what looks like a call of "book-seat" and is not read as one\./
    ],
    [
      "of another format than named",
      "in/whole.json",
      /^in\/whole\.json holds no run of the format tau2\./,
      "--format",
      "tau2"
    ],
    ["mixed", "mixed", /^The files are of several formats: mixed\/a\.json is tau-bench, mixed\/b\.json is tau2\./],
    ["without a task", "in/noTask.json", /^in\/noTask\.json#\/1 has no id of its task, .*--group-by/],
    ["a trial twice", "in/twice.json", /^in\/twice\.json#\/0 and in\/twice\.json#\/1 are both trial 1 of "1"\./],
    ["a trial out of range", "in/wild.json", /^in\/wild\.json#\/0 would be run 1000000000000001 of its task/],
    ["names that share a file", "in/names.json", /would share the cassette x\/a-b\/tau-bench\.jsonl\./],
    ["hostile arguments", "in/nested.json", /^in\/nested\.json is nested deeper than 128 levels at #\/0 in line 1\./],
    [
      "no outcome at the field",
      "in/whole.json",
      /^No run has an outcome at info\.success\./,
      "--outcome",
      "info.success"
    ],
    ["no such file", "in/absent.json", /^There is no file in\/absent\.json\./]
  ])("%s", (_, path, sentence, ...flags) => {
    const { code, stderr, stdout } = passhatOn("bun", ["import", path, "--suite", "x", ...flags], { cwd: bare.folder })
    assert.match(stderr, sentence)
    assert.deepEqual([code, stdout, stderr.trim().split("\n").length], [2, "", 1])
    assert.deepEqual(left(bare.folder), [])
  })
})

describe("an import", () => {
  const made = bringIn("seats", "in/whole.json")

  test("says what it wrote and what is not in it", () => {
    assert.deepEqual([made.code, made.stderr], [0, ""])
    assert.equal(
      made.stdout,
      [
        "Imported 4 runs of 2 agents from 1 file of the format tau-bench.",
        "  suites/seats.ts",
        "  cassettes/seats",
        "Left out: no run.",
        "4 runs without tokens, since not every answer says how many it took.",
        "Results that look like errors and have no flag that says so, which --infer-errors counts: 4.",
        "Judge them: passhat run suites/seats.ts",
        ""
      ].join("\n")
    )
    assert.deepEqual(left(), ["seats.ts", "seats"])
  })

  test("writes a suite that type-checks and is formatted", () => {
    const bin = (name: string, ...args: ReadonlyArray<string>) =>
      spawnSync(join(root, "node_modules/.bin", name), args, { cwd: user.folder, encoding: "utf8" })
    user.write("tsconfig.json", `{ "extends": ${JSON.stringify(join(root, "tsconfig.json"))}, "include": ["suites"] }`)
    const checked = bin("tsc", "-p", ".", "--noEmit")
    assert.deepEqual([checked.status, checked.stdout], [0, ""])
    const before = user.read("suites/seats.ts")
    bin("oxfmt", "--config", join(root, ".oxfmtrc.json"), "suites/seats.ts")
    assert.equal(user.read("suites/seats.ts"), before)
  })

  test("is judged by the outcomes of others; a trial that is missing has no verdict", () => {
    const { code, stdout } = passhat(["run", "suites/seats.ts"])
    assert.equal(code, 1, stdout)
    assert.match(stdout, /2 cells, 6 runs\) · runs: 1 failed, 2 undecided, 3 passed/)
    assert.match(stdout, /MISSING_RUN: cassettes\/seats\/2\/tau-bench\.jsonl has no run 2/)
    assert.doesNotMatch(stdout, /STALE|NO_SOURCES/)
  })

  test("has no secret, and no time that was made up", () => {
    const text = user.read("cassettes/seats/1/tau-bench.jsonl")
    assert.ok(!text.includes(SECRET))
    assert.match(text, /Error: use \[REDACTED:/)
    assert.match(text, /"recorded_at":""/)
    assert.match(passhat(["show", "cassettes/seats/1"]).stdout, /imported with passhat/)
  })

  test("is not replaced without --overwrite, and is replaced with it", () => {
    const again = bringIn("seats", "in/whole.json", "--infer-errors")
    assert.deepEqual([again.code, again.stdout], [2, ""])
    assert.match(again.stderr, /^suites\/seats\.ts and cassettes\/seats exist already\./)
    const replaced = bringIn("seats", "in/whole.json", "--infer-errors", "--overwrite")
    assert.match(replaced.stdout, /Results that are errors because they look like it: 4\./)
    assert.match(user.read("cassettes/seats/1/tau-bench.jsonl"), /"is_error":true/)
    assert.deepEqual(left(), ["seats.ts", "seats"])
  })

  test("is never run again", () => {
    const before = user.read("cassettes/seats/1/tau-bench.jsonl")
    const { code, stdout } = passhat(["run", "suites/seats.ts", "--record"])
    assert.equal(code, 2, stdout)
    assert.match(stdout, /was imported from tau-bench: there is no agent that could be run/)
    assert.equal(user.read("cassettes/seats/1/tau-bench.jsonl"), before)
  })

  test("has a run without messages as a missing run, which has no verdict", () => {
    const { stdout } = bringIn("gaps", "in/gap.json")
    assert.match(stdout, /Imported 1 run of 2 agents/)
    assert.match(
      stdout,
      /Left out: 2 runs\.\n {2}2 × a run without messages of its agent: in\/gap\.json#\/1 and others/
    )
    const judged = passhat(["run", "suites/gaps.ts"])
    assert.notEqual(judged.code, 0)
    assert.match(judged.stdout, /MISSING_RUN: cassettes\/gaps\/1\/tau-bench\.jsonl has no run 2/)
    assert.match(judged.stdout, /MISSING_RUN: cassettes\/gaps\/2\/tau-bench\.jsonl has no run 1/)
  })

  test("needs no format for messages without a call, which are the same in several", () => {
    const { code, stderr } = bringIn("plain", "in/plain.json", "--group-by", "file")
    assert.deepEqual([code, stderr], [0, ""])
  })

  test("groups runs by the fields that are named", () => {
    const { stdout } = bringIn(
      "grouped",
      "in/twice.json",
      "--group-by",
      "file,task,reward",
      "--format",
      "tau-bench",
      "--outcome",
      "reward"
    )
    assert.equal(stdout, "")
    const apart = bringIn("grouped", "in/noTask.json", "--group-by", "trial")
    assert.match(apart.stdout, /Imported 2 runs of 2 agents/)
  })

  test("is the same bytes on every runtime", () => {
    const written = user.read("cassettes/seats/1/tau-bench.jsonl") + user.read("suites/seats.ts")
    for (const runtime of ["node", "deno"] as const) {
      const { code, stderr } = passhatOn(
        runtime,
        ["import", "in/whole.json", "--suite", "seats", "--infer-errors", "--overwrite"],
        { cwd: user.folder }
      )
      assert.equal(code, 0, stderr)
      assert.equal(user.read("cassettes/seats/1/tau-bench.jsonl") + user.read("suites/seats.ts"), written)
    }
  })
})
