/**
 * Which tools an imported agent was offered.
 */
import { test } from "bun:test"
import assert from "node:assert/strict"
import { makeCells } from "../../../src/features/import/cells.ts"
import { importedSuite } from "../../../src/features/import/importedSuite.ts"
import { suiteText } from "../../../src/features/import/suiteText.ts"
import type { ImportedRun } from "../../../src/edges/telemetry/Item.ts"
import { trace } from "../../traces.ts"

const plain = { text: (text: string) => text, json: (value: unknown) => value } as never

const run = (task: string, listed: string, called = ""): ImportedRun =>
  ({
    kind: "run",
    place: { file: "runs.json", pointer: `/${task}` },
    task,
    trial: 1,
    prompt: "Help.",
    tools: [
      ...listed
        .split(" ")
        .filter(Boolean)
        .map((name) => ({ server: "openai-chat", name, input_schema: { type: "object" } })),
      ...called
        .split(" ")
        .filter(Boolean)
        .map((name) => ({ server: "openai-chat", name }))
    ],
    trace: trace({}),
    source: {},
    repairs: []
  }) as never

const cellsOf = (...runs: ReadonlyArray<ImportedRun>) => {
  const { add, all } = makeCells(undefined, plain)
  for (const one of runs) assert.equal(add(one, {} as never), undefined)
  return all()
}

const offered = (...runs: ReadonlyArray<ImportedRun>) => {
  const { cells, tools } = cellsOf(...runs)
  return cells.map(({ servers }) => servers.map((key) => [...tools.get(key)!.keys()].toSorted().join(" ")).join(" + "))
}

test("an imported agent is offered the tools that its own runs list, and none that others list", () => {
  assert.deepEqual(
    offered(run("a", "get_issue close_issue"), run("b", "send_email"), run("c", "close_issue get_issue")),
    ["close_issue get_issue", "send_email", "close_issue get_issue"]
  )
})

test("agents whose runs list no tools share those that were called", () => {
  assert.deepEqual(offered(run("a", "", "get_issue"), run("b", "", "send_email")), [
    "get_issue send_email",
    "get_issue send_email"
  ])
})

test("two lists of tools of one server are two servers of that name in the suite", () => {
  const cells = cellsOf(run("a", "get_issue"), run("b", "send_email"))
  assert.equal(suiteText("s", "openai-chat", "cassettes", cells).match(/= server\("openai-chat", \{/g)?.length, 2)
  assert.doesNotThrow(() => importedSuite("s", "openai-chat", cells))
})
