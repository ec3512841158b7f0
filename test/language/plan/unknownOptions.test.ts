/**
 * Suites in JavaScript are not checked by types: a misspelt option of a gate is refused when the plan is made.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import {
  type Agent,
  agent,
  agentConsistency,
  agentReliability,
  atLeast,
  call,
  contains,
  fault,
  faultMatrix,
  faults,
  goldenPath,
  hang,
  narrative,
  passRate,
  recovery,
  runs,
  said,
  stability,
  suite,
  toolSelection,
  trajectory,
  trajectoryAxes
} from "passhat"
import { issuesOf } from "../../suites.ts"
import { weather } from "../../types/servers.ts"

/** `any`, since none of these compiles. */
type Untyped = any

const { get_forecast, get_weather } = weather.tools
const hung = fault("hung", get_weather, hang)
const plain = agent("asks", { model: "claude-m", servers: [weather], prompt: "p" })
const base = plain.pipe(runs(3), faults(hung))
const order = [{ first: get_weather, second: get_forecast }]
const path = [get_weather, get_forecast]
const from = { from: hung, maxDetection: "3 seconds" }

/** A gate with options besides those that it needs, its name in messages, and an option that is nearly one of its own. */
const gates: Readonly<
  Record<string, readonly [make: (more: Untyped) => Untyped, name: string, misspelt: string, meant: string]>
> = {
  toolSelection: [
    (more) => toolSelection(get_weather, { minSelectionRate: 1, ...more }),
    "tool_selection",
    "maxTotalToken",
    "maxTotalTokens"
  ],
  stability: [(more) => stability({ score: atLeast(0.5) }, more), "stability", "dimension", "dimensions"],
  trajectory: [
    (more) => trajectory({ mode: "strict", ...more }, call(get_weather)),
    "trajectory",
    "withinturn",
    "withinTurn"
  ],
  trajectoryAxes: [(more) => trajectoryAxes({ order, ...more }), "trajectory_axes", "dependency", "dependencies"],
  goldenPath: [(more) => goldenPath(path, more), "golden_path", "penalise", "penalize"],
  passRate: [(more) => passRate({ atLeast: 0.5, ...more }), "pass_rate", "confidense", "confidence"],
  narrative: [(more) => narrative(undefined, more), "narrative", "readOnlyTools", "readonlyTools"],
  recovery: [(more) => recovery({ ...from, ...more } as Untyped), "recovery", "maxRecover", "maxRecovery"],
  agentReliability: [(more) => agentReliability(undefined, more), "agent_reliability", "signal", "signals"],
  agentConsistency: [(more) => agentConsistency(undefined, more), "agent_consistency", "allowempty", "allowEmpty"],
  said: [(more) => said(contains("warm"), more), "said", "decide", "decides"]
}

const issues = (one: Agent<Untyped>) =>
  issuesOf(suite("weather", one as Agent<never>)).map(({ hint, message }) => [message, hint])

const where = 'Suite "weather", agent "asks": '

describe.each(Object.entries(gates))("an option that %s does not have", (_, [make, name, misspelt, meant]) => {
  test("is refused, with the nearest one", () => {
    assert.deepEqual(issues(base.pipe(make({ [misspelt]: 1 }))), [
      [`${where}${name} has no option "${misspelt}".`, `Did you mean "${meant}"?`]
    ])
  })

  test("is refused with all that it has, if none is near", () => {
    const [[message, hint] = []] = issues(base.pipe(make({ zzzzzzzzzzzz: 1 })))
    assert.equal(message, `${where}${name} has no option "zzzzzzzzzzzz".`)
    assert.match(hint ?? "", new RegExp(`^It has .*\\b${meant}\\b.*\\.$`))
  })

  test("is not there: the gate compiles without it", () => {
    assert.deepEqual(issues(base.pipe(make({}))), [])
  })
})

test("a misspelt name inside an option is refused with its path", () => {
  const [[message, hint] = []] = issues(base.pipe(goldenPath(path, { penalize: { extra_step: false } as Untyped })))
  assert.equal(message, `${where}golden_path has no option "penalize.extra_step".`)
  assert.equal(hint, 'Did you mean "penalize.extra_steps"?')
  const [[words] = []] = issues(base.pipe(narrative(undefined, { vocabulary: { verb: {} } as Untyped })))
  assert.equal(words, `${where}narrative has no option "vocabulary.verb".`)
})

test("the options of faultMatrix are those of recovery", () => {
  const cells = faultMatrix(plain, [hang], [get_weather], { maxDetection: "3 seconds", acept: "clean stop" } as Untyped)
  const [issue] = issuesOf(suite("weather", ...(cells as ReadonlyArray<Agent<never>>)))
  assert.match(issue?.message ?? "", /recovery has no option "acept"\.$/)
})

test("a misspelt target is refused as before", () => {
  assert.deepEqual(issues(base.pipe(stability({ minium: 3 } as Untyped)))[0], [
    `${where}stability has no target "minium".`,
    "It has score, weakest_score, variance, tool_sequence_similarity, argument_consistency, early_divergence."
  ])
})

describe("an option that agent does not have", () => {
  const withOption = (name: string) =>
    agent("asks", { model: "claude-m", servers: [weather], prompt: "p", [name]: 5 } as Untyped)

  test("is refused, with the nearest one", () => {
    assert.deepEqual(issues(withOption("maxTurn")), [
      [
        `${where}agent has no option "maxTurn" (did you mean "maxTurns"?).`,
        "Give it what the types of passhat ask for."
      ]
    ])
  })

  test("is refused with all that it has, if none is near, also if it is the name of a step", () => {
    const [[message] = []] = issues(withOption("gates"))
    assert.match(message ?? "", /agent has no option "gates"; it has servers, prompt, .*, driver\.$/)
  })
})
