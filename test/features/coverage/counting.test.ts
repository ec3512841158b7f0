import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import type { Coverage, ToolCoverage } from "../../../src/base/domain/verdict/Coverage.ts"
import { coverageShares } from "../../../src/base/domain/verdict/coverageShares.ts"
import type { JsonObject } from "../../../src/base/domain/Json.ts"
import type { Plan } from "../../../src/base/domain/plan/Plan.ts"
import { counting } from "../../../src/features/coverage/counting.ts"
import { mergeCoverage } from "../../../src/engine/judge/coverage/mergeCoverage.ts"
import { decideCoverage, withCoverage } from "../../../src/engine/judge/coverage/withCoverage.ts"
import { cell } from "../../cells.ts"
import { cell as cellVerdict, ofCell, report, run, suite } from "../../edges/report/sample.ts"
import { call, result, trace } from "../../traces.ts"

type Tools = Readonly<Record<string, JsonObject>>

/** A plan of one cell with one server. */
const planOf = (tools: Tools, server = "weather"): Plan => {
  const one = cell()
  const listed = Object.entries(tools).map(([name, input_schema]) => ({ name, input_schema }))
  const servers = [{ ...one.behaviour.servers[0]!, name: server, tools: listed }]
  return {
    format: "passhat-plan",
    version: 1,
    suite: "s",
    cells: [{ ...one, behaviour: { ...one.behaviour, servers } }],
    live_at_most: { model_calls: 0, output_tokens: 0 }
  }
}

interface Made {
  readonly tool: string
  readonly args?: JsonObject
  readonly isError?: boolean
  readonly isUnanswered?: boolean
}

const traceOf = (...made: ReadonlyArray<Made>) =>
  trace({
    tool_calls: made.map(({ args, tool }, at) => ({ ...call(tool, args), id: `${at}` })),
    tool_results: made.flatMap(({ isError = false, isUnanswered = false }, at) =>
      isUnanswered ? [] : [result(`${at}`, { is_error: isError })]
    )
  })

const countedOf = (plan: Plan, ...runs: ReadonlyArray<ReturnType<typeof traceOf>>) => {
  const { counted, counter } = counting([plan])
  const { take } = counter(plan.cells[0]!)
  for (const one of runs) take(one)
  return counted()
}

const toolOf = (schema: JsonObject, ...made: ReadonlyArray<JsonObject>): ToolCoverage => {
  const found = countedOf(planOf({ ask: schema }), ...made.map((args) => traceOf({ tool: "ask", args })))
  return found.servers[0]!.tools[0]!
}

/** `path given [value:used ...]` of each argument. */
const lines = ({ arguments: all }: ToolCoverage): ReadonlyArray<string> =>
  all.map(({ given, path, values }) =>
    [path, given, ...(values ?? []).map(({ used, value }) => `${JSON.stringify(value)}:${used}`)].join(" ")
  )

const object = (properties: JsonObject): JsonObject => ({ type: "object", properties })
const text = { type: "string" }

describe("what calls reach", () => {
  test("a tool is called, called with errors, or never called", () => {
    const plan = planOf({ a: object({ x: text }), b: object({ x: text }), c: object({ x: text }) })
    const { runs, servers } = countedOf(
      plan,
      traceOf({ tool: "a", args: { x: "1" } }, { tool: "b", args: { x: "1" }, isError: true }),
      traceOf({ tool: "b", args: { x: "1" }, isUnanswered: true }, { tool: "unknown", args: {} })
    )
    assert.equal(runs, 2)
    const [a, b, c] = servers[0]!.tools
    assert.deepEqual([a?.calls, a?.errors, a?.arguments[0]?.given], [1, 0, 1])
    assert.deepEqual([b?.calls, b?.errors, b?.arguments[0]?.given], [2, 2, 0])
    assert.deepEqual([c?.calls, c?.errors, c?.arguments[0]?.given], [0, 0, 0])
    assert.deepEqual(coverageShares(servers), {
      total: { reached: 2, of: 6 },
      tools: { reached: 1, of: 3 },
      arguments: { reached: 1, of: 3 },
      values: { reached: 0, of: 0 }
    })
  })

  test("arguments are counted at any depth, once a call", () => {
    const schema = object({
      place: object({ city: text, zip: text }),
      filters: { type: "array", items: object({ name: text, "odd name": text }) },
      labels: { type: "object", additionalProperties: object({ color: text }) }
    })
    const args = {
      place: { city: "x" },
      filters: [{ name: "a" }, { name: "b" }],
      labels: { any: { color: "red" } },
      more: 1
    }
    assert.deepEqual(lines(toolOf(schema, args, { filters: [] })), [
      "place 1",
      "place.city 1",
      "place.zip 0",
      "filters 2",
      "filters[].name 1",
      'filters[]["odd name"] 0',
      "labels 1",
      "labels.*.color 1"
    ])
  })

  test("listed values are counted, also of alternatives, constants and elements of lists", () => {
    const schema = object({
      day: { enum: ["today", "tomorrow", null] },
      kind: { anyOf: [{ const: "a" }, { const: "b" }] },
      tags: { type: "array", items: { enum: ["x", "y"] } }
    })
    assert.deepEqual(lines(toolOf(schema, { day: "today", kind: "b", tags: ["x", "x"] }, { day: null, tags: "y" })), [
      'day 2 "today":1 "tomorrow":0 null:1',
      'kind 1 "a":0 "b":1',
      'tags 2 "x":1 "y":1'
    ])
  })

  test("the branches of a union are reached together, and a property that cannot be is none", () => {
    const schema = {
      oneOf: [
        object({ type: { const: "circle" }, radius: { type: "number" }, side: false }),
        object({ type: { const: "square" }, side: { type: "number" } })
      ]
    }
    assert.deepEqual(lines(toolOf(schema, { type: "square", side: 2 })), [
      'type 1 "circle":0 "square":1',
      "radius 0",
      "side 1"
    ])
  })

  test("a schema that refers to itself is told to its first level", () => {
    const node = object({ name: text, children: { type: "array", items: { $ref: "#/$defs/Node" } } })
    const tool = toolOf(
      { $ref: "#/$defs/Node", $defs: { Node: node } },
      { name: "a", children: [{ name: "b", children: [] }] }
    )
    assert.deepEqual(lines(tool), ["name 1", "children 1"])
    assert.equal(tool.incomplete, undefined)
  })

  test("a schema that is too large, or refers to another document, is marked", () => {
    const names = Array.from({ length: 16 }, (_, at) => `D${at}`)
    const $defs = Object.fromEntries(
      names.map((name, at) => [name, object({ l: { $ref: `#/$defs/D${at + 1}` }, r: { $ref: `#/$defs/D${at + 1}` } })])
    )
    assert.equal(toolOf({ ...object({ a: { $ref: "#/$defs/D0" } }), $defs }).incomplete, true)
    assert.equal(toolOf(object({ a: { $ref: "https://example.com/x.json" } })).incomplete, true)
  })

  test("a server whose catalogue has no schemas has no tools to reach", () => {
    const plan = planOf({ a: { type: "object" }, b: {} })
    assert.deepEqual(countedOf(plan, traceOf({ tool: "a" })).servers, [{ server: "weather", tools: [] }])
  })

  test("what a cell forgets is not counted", () => {
    const plan = planOf({ a: object({}) })
    const { counted, counter } = counting([plan])
    const torn = counter(plan.cells[0]!)
    torn.take(traceOf({ tool: "a" }))
    torn.clear()
    assert.deepEqual([counted().runs, counted().servers[0]?.tools[0]?.calls], [0, 0])
  })

  test("servers of one name are one server, with the tools of both catalogues", () => {
    const plans = [planOf({ a: object({ x: text }) }), planOf({ a: object({ y: text }), b: object({}) })]
    assert.deepEqual(
      counting(plans)
        .counted()
        .servers.map(({ tools }) => tools.map((tool) => [tool.tool, ...lines(tool)])),
      [[["a", "x 0", "y 0"], ["b"]]]
    )
  })
})

describe("merging", () => {
  const tools = { a: object({ x: { enum: ["1", "2"] }, y: text }), b: object({ z: text }) }
  const other = { a: object({ y: { enum: ["", 1] } }), c: object({}) }
  const made = fc.record({
    tool: fc.constantFrom("a", "b", "c"),
    args: fc.constantFrom<JsonObject>({}, { x: "1" }, { x: "2", y: "" }, { z: "" }),
    isError: fc.boolean()
  })

  test("the coverage of parts is that of the whole, however it is split", () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.array(made, { maxLength: 4 })), { minLength: 1, maxLength: 4 }), (parts) => {
        const plans = parts.map((_, at) => planOf(at % 3 === 0 ? tools : other, at % 2 === 0 ? "weather" : "other"))
        const take = ({ counter }: ReturnType<typeof counting>, plan: Plan, runs: (typeof parts)[number]): void => {
          const one = counter(plan.cells[0]!)
          for (const each of runs) one.take(traceOf(...each))
        }
        const whole = counting(plans)
        for (const [at, runs] of parts.entries()) take(whole, plans[at]!, runs)
        const split = parts.map((runs, at) => {
          const one = counting([plans[at]!])
          take(one, plans[at]!, runs)
          return one.counted()
        })
        assert.deepEqual(mergeCoverage(split), whole.counted())
      })
    )
  })
})

describe("a threshold", () => {
  const green = ofCell({ runs: [run(1), run(2)] })
  const reached = (calls: number, incomplete = false): Pick<Coverage, "runs" | "servers"> => ({
    runs: 2,
    servers: [
      {
        server: "s",
        tools: Array.from({ length: 5 }, (_, at) => ({
          tool: `t${at}`,
          calls: at < calls ? 1 : 0,
          errors: 0,
          arguments: [],
          ...(incomplete && { incomplete: true as const })
        }))
      }
    ]
  })
  const verdictOf = (...given: Parameters<typeof withCoverage>) => {
    const made = withCoverage(...given)
    return [made.coverage?.verdict, made.verdict]
  }

  test("is met by exactly its share, and fails the report below it", () => {
    assert.deepEqual(verdictOf(green, reached(4), 0.8), ["pass", "pass"])
    assert.deepEqual(verdictOf(green, reached(3), 0.8), ["fail", "fail"])
    assert.deepEqual(verdictOf(green, reached(0), undefined), [undefined, "pass"])
  })

  test("has no verdict where there is nothing to reach, or not all of it is known", () => {
    assert.deepEqual(verdictOf(green, { runs: 2, servers: [] }, 0.1), ["none", "none"])
    assert.deepEqual(verdictOf(green, reached(5, true), 0.1), ["none", "none"])
  })

  test("has no verdict where a run is missing, whatever the others reach", () => {
    assert.deepEqual(verdictOf(green, { ...reached(5), runs: 1 }, 0.8), ["none", "none"])
    assert.deepEqual(verdictOf(green, { ...reached(1), runs: 1 }, 0.8), ["none", "none"])
    const unread = report(suite({ verdict: "none", cells: [cellVerdict({ verdict: "none", runs: [] })] }))
    assert.deepEqual(verdictOf(unread, { ...reached(5), runs: 0 }, 0.8), ["none", "none"])
    assert.deepEqual(verdictOf({ ...green, status: "bailed" }, reached(5), 0.8), ["none", "none"])
  })

  test("never passes below its share", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5 }), fc.double({ min: 1e-9, max: 1, noNaN: true }), (calls, threshold) => {
        const coverage = withCoverage(green, reached(calls), undefined).coverage!
        const isEnough = calls / 5 >= threshold
        assert.equal(decideCoverage({ ...coverage, threshold }, green), isEnough ? "pass" : "fail")
      })
    )
  })
})
