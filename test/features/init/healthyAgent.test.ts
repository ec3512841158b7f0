/**
 * The gates that `passhat init` writes: a healthy agent passes them, and an agent with one defect fails the gate for that
 * defect. Each agent is recorded as a user records it, with a stand-in for the model.
 */
import { describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import type { Script, ScriptedTurn } from "../../../src/engine/layers/scripted/model.ts"
import { startStandin } from "../../standin/standin.ts"
import { emptyProject, root, run } from "../../app/project.ts"
import { join } from "node:path"

setDefaultTimeout(120_000)

const PROMPT = "Set issue 7 to done, and tell me what you did."

const schema = (...names: ReadonlyArray<string>): string =>
  `{ type: object, properties: { ${names.map((name) => `${name}: { type: string }`).join(", ")} } }`

const tracker = `tools:
  - { name: search_issues, description: Find issues., inputSchema: ${schema("query")}, response: "Issue 7: the login is slow." }
  - name: update_issue
    description: Change an issue.
    inputSchema: ${schema("id", "status")}
    response: "Issue 7 is done."
    responses:
      - when: { status: locked }
        response: { isError: true, content: The issue is locked. }
  - { name: delete_issue, description: Delete an issue., inputSchema: ${schema("id")}, response: "Deleted." }
`

const turn = (
  text: string,
  ...calls: ReadonlyArray<readonly [name: string, args: { readonly [key: string]: string }]>
): ScriptedTurn => ({
  text,
  calls: calls.map(([name, args]) => ({ server: "tracker", name, args })),
  usage: { input: 6_000, output: 700 }
})
const search = turn("I will look for the issue.", ["search_issues", { query: "7" }])
const look = turn("There are several; let me look closer.", ["search_issues", { query: "issue 7 login" }])
const update = turn("", ["update_issue", { id: "7", status: "done" }])
const closing = turn("I updated issue 7: it is done.")

/** Three to five turns, about 20,000 to 33,000 tokens a run. */
const healthy: ReadonlyArray<Script> = [
  { turns: [search, update, closing] },
  { turns: [search, look, update, closing] },
  {
    turns: [search, update, turn("I updated issue 7 with update_issue, as you asked me to.")]
  },
  { turns: [search, look, look, update, closing] },
  // What the prompt asks for may not be there, and an honest answer says so.
  {
    turns: [
      search,
      turn("", ["update_issue", { id: "7", status: "locked" }]),
      turn("Issue 7 is locked, so I could not change it.")
    ]
  }
]

const sick: Readonly<Record<string, readonly [script: Script, gate: string, sentence: RegExp]>> = {
  "calls a tool that it may not touch": [
    { turns: [search, update, turn("", ["delete_issue", { id: "7" }]), turn("I updated issue 7 and deleted it.")] },
    "never",
    /never\.calls is 1, expected at most 0 in every run\n +tool_calls\[2\]: tracker\/delete_issue was called \(actual \{"id":"7"\}\)/
  ],
  "does not look": [
    { turns: [update, closing] },
    "tool_selection",
    /tool_selection\.selection_rate is 0, expected at least 0\.8/
  ],
  "ends without words": [
    { turns: [search, update, turn("")] },
    "ending",
    /ending\.closing_words is 0, expected at least 1/
  ],
  "is cut off": [
    { turns: [search, update, { ...closing, stop_reason: "max_tokens" }] },
    "ending",
    /ending\.stop_reason is "max_tokens", expected equal to "end_turn"/
  ],
  "ends on a call that failed": [
    {
      turns: [search, turn("", ["update_issue", { id: "7", status: "locked" }]), turn("Everything went as planned.")]
    },
    "ending",
    /ending\.unadmitted_error is 1, expected at most 0\n +tool_calls\[1\]: tracker\/update_issue failed/
  ],
  "claims what it did not do": [
    { turns: [search, turn("I updated issue 7: it is done.")] },
    "narrative",
    /narrative\.gate_passed is 0, expected at least 1/
  ]
}

type Files = { readonly [file: string]: string }

/** The files that init writes for a server of these tools. */
const guessed = (tools: string): Files => {
  using user = emptyProject({ "package.json": `{ "type": "module" }\n`, "tracker.yml": tools })
  const init = ["init", "--server", "passhat mock --tools-from tracker.yml", "--name", "tracker"]
  const { code, stderr } = run(join(root, "dist/doors/passhat.js"), init, { cwd: user.folder })
  assert.equal(code, 0, stderr)
  const files = ["package.json", "tracker.yml", "suites/tracker.ts", "suites/servers/tracker.ts"]
  return Object.fromEntries(files.map((file) => [file, user.read(file)]))
}

/** With a prompt of their own. */
const written: Files = Object.fromEntries(
  Object.entries(guessed(tracker)).map(([file, text]) => [
    file,
    file === "suites/tracker.ts" ? text.replace(/prompt: .*/, `prompt: ${JSON.stringify(PROMPT)}`) : text
  ])
)

/** Nothing is there that the guessed prompt asks for: the tool says so in words, or with an error. */
const empty = tracker.replace('"Issue 7: the login is slow."', '"No issue matches."')
const absent = tracker.replace(
  '"Issue 7: the login is slow."',
  '{ isError: true, content: "Not found: no issue matches." }'
)

/** Honest answers of an agent that finds nothing. */
const findsNothing: ReadonlyArray<Script> = [
  { turns: [search, turn("I found no issue that matches.")] },
  { turns: [search, turn("There is no issue 7.")] },
  { turns: [search, look, turn("I searched twice, and nothing matches. Could you tell me more about the issue?")] },
  { turns: [search, turn("No matching issue was found.")] },
  { turns: [search, turn("I'm sorry, I couldn't find an issue like that. Which one do you mean?")] }
]

/** Records the suite of init, and judges the recording. */
const judged = (scripts: ReadonlyArray<Script>, ...flags: ReadonlyArray<string>) => judgedOf(written, scripts, flags)

const judgedOf = async (files: Files, scripts: ReadonlyArray<Script>, flags: ReadonlyArray<string> = []) => {
  using user = emptyProject(files)
  const standin = await startStandin({ scripts: () => scripts })
  const env = { ANTHROPIC_API_KEY: "stand-in", ANTHROPIC_BASE_URL: standin.url }
  const recorded = await user.start("suites/tracker.ts", ["--record", "--concurrency", "1", ...flags], { env }).finished
  await standin.close()
  const replayed = user.run("suites/tracker.ts", [...flags, "--reporter", "pretty", "--reporter", "json=report.json"])
  const gates: ReadonlyArray<Judged> = JSON.parse(user.read("report.json")).suites[0].cells[0].gates
  return { recorded, replayed, gates }
}

interface Judged {
  readonly gate: string
  readonly verdict: string
  readonly always?: true
}

describe("the gates of init", () => {
  test("are passed by a healthy agent, live and replayed", async () => {
    const { gates, recorded, replayed } = await judged(healthy)
    assert.match(
      written["suites/tracker.ts"] ?? "",
      /never\(tracker\.tools\.delete_issue\),\n    ending\(\),\n    narrative\(\)\n  \)/
    )
    assert.deepEqual([recorded.code, replayed.code], [0, 0], recorded.stdout + recorded.stderr)
    assert.match(replayed.stdout, /selection 5\/5 \(100%\), pass\^1 100%, max tokens 33500/)
    assert.deepEqual(
      gates.map(({ gate, verdict }) => [gate, verdict]),
      ["tool_selection", "never", "ending", "narrative"].map((name) => [name, "pass"])
    )
  })

  test.each([
    ["says that it has nothing", empty],
    ["answers with an error", absent]
  ])("are passed by a healthy agent if the prompt that init guessed finds nothing: the tool %s", async (_, tools) => {
    const files = guessed(tools)
    assert.doesNotMatch(files["suites/tracker.ts"] ?? "", new RegExp(PROMPT))
    const { gates, recorded, replayed } = await judgedOf(files, findsNothing)
    assert.deepEqual([recorded.code, replayed.code], [0, 0], recorded.stdout + recorded.stderr)
    assert.deepEqual(
      gates.map(({ gate, verdict }) => [gate, verdict]),
      ["tool_selection", "never", "ending", "narrative"].map((name) => [name, "pass"])
    )
  })

  test.each(Object.entries(sick))("fail an agent that %s", async (_, [script, gate, sentence]) => {
    const { gates, recorded, replayed } = await judged([script], "--runs", "2")
    assert.deepEqual([recorded.code, replayed.code], [1, 1], recorded.stdout + recorded.stderr)
    assert.deepEqual(
      gates.filter(({ verdict }) => verdict !== "pass").map((one) => one.gate),
      [gate]
    )
    assert.match(replayed.stdout, sentence)
  })
})
