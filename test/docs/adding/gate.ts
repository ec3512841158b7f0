/**
 * A gate: `quiet` limits how many turns a run takes.
 */
import { type Addition, after, all, before } from "./Addition.ts"

const metric = `/**
 * Quiet: how many turns a run took.
 */
import type { Trace } from "../../base/domain/trace/Trace.ts"
import type { Finding } from "../../base/domain/verdict/Verdict.ts"

export interface Spec {
  /** The most turns that a run may take. */
  readonly most: number
}

export interface Report {
  /** How many answers the agent gave. Undefined if it did not report its turns. */
  readonly turns: number | undefined
}

export const measure = ({ conversation, unreported = [] }: Trace): Report => ({
  turns: unreported.includes("turns") ? undefined : conversation.turns.filter(({ role }) => role === "assistant").length
})

export const describe = ({ turns }: Report): string => (turns === undefined ? "turns not reported" : \`\${turns} turns\`)

export const explain = (trace: Trace): { readonly turns: ReadonlyArray<Finding> } => {
  const { turns } = measure(trace)
  return { turns: [{ reason: turns === undefined ? "the turns were not reported" : \`the run took \${turns} turns\` }] }
}
`

const combinator = `/**
 * \`quiet\`: each run takes few turns.
 */
import type { RunDefinition } from "../../base/domain/verdict/Metric.ts"
import { fields, number } from "../../base/std/kinds.ts"
import { type Gate, gate, gateFrom } from "../dsl/gate.ts"
import { atMost } from "../dsl/matchers.ts"
import { describe, explain, measure, type Report, type Spec } from "../metrics/quiet.ts"

/**
 * No run takes more turns than that.
 *
 * \`\`\`ts
 * asks.pipe(quiet({ turns: 3 }))
 * \`\`\`
 */
export const quiet = (limit: { readonly turns: number }): Gate<never> =>
  gateFrom("quiet", fields({ turns: number })(limit, "what it is given"), () =>
    gate(definition, { most: limit.turns }, { turns: atMost(limit.turns) })
  )

const definition: RunDefinition<Spec, Report> = {
  name: "quiet",
  scope: "run",
  targets: { turns: "count" },
  measure,
  expect: {},
  check: ({ most }) => (Number.isInteger(most) && most > 0 ? [] : ["turns is not a whole number above 0"]),
  describe,
  explain
}
`

const page = `# quiet

Does each run take few turns? A turn is an answer of the agent.

~~~ts suite
import { agent, quiet, runs, suite } from "passhat"
import { weather } from "./servers/weather.ts"

export default suite(
  "weather",
  agent("asks", { model: "claude-sonnet-4-5", servers: [weather], prompt: "How warm is it in Sacramento?" }).pipe(
    runs(2),
    quiet({ turns: 1 })
  )
)
~~~

~~~json
[
  { "conversation": { "turns": [{ "role": "assistant", "content": "Sunny." }] } },
  { "unreported": ["turns"] }
]
~~~

~~~text
weather  suites/weather.ts
  NONE  asks #2
          quiet.turns is undefined, expected at most 1: no verdict
            run #2: the turns were not reported
          again: passhat run suites/weather.ts --cell weather/asks/claude-sonnet-4-5 --verbose
  PASS  asks #1

0 failed · 1 undecided · 0 passed (1 cell, 2 runs) · runs: 0 failed, 1 undecided, 1 passed
NONE
~~~

| target        | unit  | default | what it says                    |
| ------------- | ----- | ------- | ------------------------------- |
| \`quiet.turns\` | count |         | how many answers the agent gave |

## No verdict

Turns that an agent did not report.
`.replaceAll("~~~", "```")

const test = `import { test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import { describe, measure } from "../../../src/language/metrics/quiet.ts"
import { said, trace } from "../../traces.ts"

test("a run without an answer took no turn", () => {
  assert.deepEqual(measure(trace()), { turns: 0 })
})

test("turns that were not reported are unknown, not zero", () => {
  const report = measure(trace({ unreported: ["turns"] }))
  assert.deepEqual([report.turns, describe(report)], [undefined, "turns not reported"])
})

test("every answer is a turn, whatever it says", () => {
  fc.assert(fc.property(fc.array(fc.string()), (texts) => assert.equal(measure(trace(said(texts))).turns, texts.length)))
})
`

const own = ["test/language/metrics/quiet.test.ts"]
const gates = ["test/language/gates/gates.test.ts", "-t", "quiet|every gate of the library"]
const named = (law: string) => ["test/docs/pages.test.ts", "-t", law]

export const gate: Addition = {
  section: "Adding a gate",
  name: "quiet",
  files: {
    "src/language/metrics/quiet.ts": { text: metric, heldBy: own },
    "src/language/gates/quiet.ts": { text: combinator, heldBy: gates },
    "src/index.ts": {
      text: before("export { recovery, ", 'export { quiet } from "./language/gates/quiet.ts"\n'),
      heldBy: gates
    },
    "docs/gates/quiet.md": { text: page, heldBy: ["test/docs/docs.test.ts", "-t", "docs/gates/quiet.md"] },
    "docs/gates/README.md": {
      text: before(
        "| [`said`](said.md) ",
        "| [`quiet`](quiet.md) | run | does it take few turns? | the limit it is given holds |\n"
      ),
      heldBy: named("links to every page of its folder")
    },
    "README.md": {
      text: before(
        "| [`said`](docs/gates/said.md) ",
        "| [`quiet`](docs/gates/quiet.md) | does each run take few turns? |\n"
      ),
      heldBy: named("links to every page of a gate")
    },
    "test/language/metrics/quiet.test.ts": { text: test, heldBy: own },
    "test/language/gates/gates.test.ts": {
      text: all(
        before("  reliability,\n", "  quiet,\n"),
        before(
          '  "a gate of another package": [',
          `  quiet: [
    ["pass", base.pipe(quiet({ turns: 2 })), looked],
    ["fail", base.pipe(quiet({ turns: 1 })), looked],
    ["none", base.pipe(quiet({ turns: 2 })), trace({ ...looked, unreported: ["turns"] })]
  ],
`
        )
      ),
      heldBy: gates
    },
    "test/docs/pages.test.ts": {
      text: after("  never: [passhat.never(get_weather)],\n", "  quiet: [passhat.quiet({ turns: 1 })],\n"),
      heldBy: named("every page with a table of targets")
    }
  }
}
