import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { join } from "node:path"
import type { CellVerdict } from "../../../src/base/domain/verdict/Verdict.ts"
import { framesOf } from "../../../src/base/std/stackFrames.ts"
import { project, root, type RunOptions } from "../project.ts"

/** Gates wherever a suite may have them. A comment says which gates the report must place on its line. */
const suite = `import { agent, all, atLeast, call, equals, expect, main, runs, stability, suite, type Gate } from "passhat"
import * as passhat from "passhat"
import { lasting, limited } from "./library.ts"
import { weather } from "./servers/weather.ts"

interface Named {
  readonly name: string
}
const helper = (target: "stop_reason"): Gate<never> => expect(target, equals("end_turn"))
const blockHelper = ({ name }: Named): Gate<never> => {
  return expect(
    "stop_reason",
    equals(name)
  )
}
const asks = { model: "claude-sonnet-4-5", servers: [weather], callTimeout: "2 seconds" } as const

const weatherSuite = suite(
  "weather",
  agent("asks for the weather", {
    ...asks,
    prompt: "What is the weather in Sacramento, now and tomorrow?"
  }).pipe( // expect#7 expect#8
    runs(5),
    lasting,
    stability(), expect("stop_reason", equals("end_turn")), // stability#2 expect#2
    expect( // expect#3
      "tool_results[0].is_error",
      equals(false)
    ),
    all(
      stability({ // stability#3
        score: atLeast(0.1)
      }),
      passhat.expect("stop_reason", equals("end_turn")) // expect#4
    ),
    passhat
      .trajectory("subsequence", call(weather.tools.get_weather)), // trajectory#1
    helper("stop_reason"), // expect#5
    blockHelper( // expect#6
      { name: "end_turn" }),
    limited(3), // frugal#1
    (self) => expect("stop_reason", equals("end_turn"))(self),
    (self) => ["end_turn"].map((reason) => expect("stop_reason", equals(reason))).reduce((it, gate) => gate(it), self)
  )
)

export default weatherSuite
await main(import.meta, weatherSuite)
`

const library = `import { all, atLeast, atMost, equals, expect, gate, stability, type RunDefinition } from "passhat"

const frugal: RunDefinition<{ readonly most: number }, { readonly calls: number }> = {
  name: "frugal",
  scope: "run",
  targets: { calls: "count" },
  measure: (trace) => ({ calls: trace.tool_calls.length }),
  expect: { calls: atMost(9) }
}
export const limited = (most: number) => gate(frugal, { most })
const reason = () => expect("stop_reason", equals("end_turn"))
export const lasting = all(
  stability({ score: atLeast(0.1) }), // stability#1
  reason() // expect#1
)
`

/** The line of each gate, as the comments of a file say. */
const said = (file: string, text: string): ReadonlyArray<readonly [string, unknown]> =>
  text.split("\n").flatMap((line, at) =>
    (/ \/\/ (.*)$/.exec(line)?.[1] ?? "")
      .split(" ")
      .filter((id) => id !== "")
      .map((id) => [id, { file, line: at + 1 }] as const)
  )

const expected = new Map([...said("suites/weather.ts", suite), ...said("suites/library.ts", library)])

/** Every gate's place in the report of one run of the suite. */
const places = (options: RunOptions & { readonly compiled?: boolean }) => {
  using user = project()
  user.write("suites/weather.ts", suite)
  user.write("suites/library.ts", library)
  const file = options.compiled === true ? "built/suites/weather.js" : "suites/weather.ts"
  if (options.compiled === true) {
    const flags = ["--noCheck", "--target es2022", "--module nodenext", "--rewriteRelativeImportExtensions"]
    const paths = ["--sourceMap", "--rootDir .", "--outDir built", "suites/weather.ts"]
    const { stdout } = spawnSync(join(root, "node_modules/.bin/tsc"), [...flags, ...paths].join(" ").split(" "), {
      cwd: user.folder,
      encoding: "utf8"
    })
    assert.equal(stdout, "")
  }
  const { code, stderr, stdout } = user.run(file, ["--reporter", "json"], options)
  assert.equal(code, 0, stdout + stderr)
  const [cell] = (JSON.parse(stdout) as { suites: ReadonlyArray<{ cells: ReadonlyArray<CellVerdict> }> }).suites[0]!
    .cells
  return new Map(cell!.gates.map(({ id, source }) => [id, source]))
}

describe("every gate of a report has the line of its source", () => {
  test.each([
    { runtime: "bun" },
    { runtime: "deno" },
    { runtime: "node" },
    { runtime: "node", compiled: true },
    { runtime: "bun", compiled: true },
    { runtime: "deno", compiled: true }
  ] as const)("on %p", (options) => {
    assert.deepEqual(
      [...places(options)].toSorted(([a], [b]) => (a < b ? -1 : 1)),
      [...expected].toSorted(([a], [b]) => (a < b ? -1 : 1))
    )
  })
})

describe("framesOf", () => {
  test("reads the stacks of every runtime, in any folder", () => {
    const stack = [
      "Error: written here",
      "    at written (file:///x/me/my%20project/node_modules/passhat/written.ts:14:16)",
      "    at async file:///x/me/my%20project/suites/a.ts:3:4",
      "    at module code (/x/me (work)/suites/a.ts:5:6)",
      "    at /x/me (work)/suites/a.ts:7:8",
      "    at C:\\work\\suites\\a.ts:9:10",
      "    at Array.map (<anonymous>)",
      "    at map (native:1:11)",
      "    at ModuleJob.run (node:internal/modules/esm/module_job:325:25)",
      "    at processTicksAndRejections (unknown)"
    ].join("\n")
    assert.deepEqual(
      framesOf(stack).map(({ column, file, line }) => `${file} ${line} ${column}`),
      [
        "/x/me/my project/node_modules/passhat/written.ts 14 16",
        "/x/me/my project/suites/a.ts 3 4",
        "/x/me (work)/suites/a.ts 5 6",
        "/x/me (work)/suites/a.ts 7 8",
        "C:\\work\\suites\\a.ts 9 10"
      ]
    )
    assert.deepEqual(framesOf(undefined), [])
  })
})
