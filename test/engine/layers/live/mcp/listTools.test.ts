import { describe, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import assert from "node:assert/strict"
import { createHash } from "node:crypto"
import { type WireTool, listedInfo, listTools, type Page } from "../../../../../src/engine/layers/live/mcp/listTools.ts"

const tool = (name: string, more: Partial<WireTool> = {}): WireTool => ({
  name,
  inputSchema: { type: "object" },
  ...more
})

const list = (page: (cursor: string | undefined) => Page) =>
  Effect.runPromise(Effect.result(listTools((cursor) => Effect.sync(() => page(cursor)))))

const failureOf = async (page: (cursor: string | undefined) => Page) => {
  const result = await list(page)
  return result._tag === "Failure" ? result.failure : undefined
}

/** A list of so many pages. */
const pages =
  (count: number) =>
  (cursor = "1"): Page => ({
    tools: [tool(`tool${cursor}`)],
    ...(Number(cursor) < count && { nextCursor: String(Number(cursor) + 1) })
  })

describe("a list of tools", () => {
  test("is all its pages, in order", async () => {
    const result = await list(pages(100))
    assert.deepEqual(
      result._tag === "Success" && result.success.map(({ name }) => name),
      Array.from({ length: 100 }, (_, at) => `tool${at + 1}`)
    )
  })

  test("has at most 100 pages", async () => {
    assert.equal(await failureOf(pages(101)), "Its list of tools has more than 100 pages.")
  })

  test("does not repeat a page", async () => {
    const circle = (cursor = "a"): Page => ({ tools: [], nextCursor: cursor === "a" ? "b" : "a" })
    assert.equal(await failureOf(circle), "Its list of tools repeats a page.")
  })

  test("has at most 10,000 tools", async () => {
    const crowd = (count: number) => (): Page => ({
      tools: Array.from({ length: count }, (_, at) => tool(`tool${at}`))
    })
    assert.equal(await failureOf(crowd(10_000)), undefined)
    assert.equal(await failureOf(crowd(10_001)), "It lists more than 10000 tools.")
  })

  test("has no schema that is nested deeper than 128 levels", async () => {
    const nested = (levels: number): Page => {
      let inputSchema: WireTool["inputSchema"] = { type: "object" }
      for (let level = 2; level < levels; level++) inputSchema = { not: inputSchema }
      return { tools: [tool("deep", { inputSchema })] }
    }
    assert.equal(await failureOf(() => nested(128)), undefined)
    for (const levels of [130, 100_000]) {
      assert.equal(await failureOf(() => nested(levels)), "Its tool deep is nested deeper than 128 levels.")
    }
  })

  test("has a limited size", async () => {
    const heavy = (cursor = "1"): Page => ({
      ...pages(100)(cursor),
      tools: [tool("a", { title: "x".repeat(9_000_000) })]
    })
    assert.equal(await failureOf(heavy), "Its list of tools has more than 16777216 bytes.")
  })
})

describe("what a recording keeps of a list of tools", () => {
  const weather = tool("weather", { title: "Weather", description: "Says it.", annotations: { readOnlyHint: true } })

  test("does not depend on the order of tools or keys", () => {
    const shuffled = Object.fromEntries(Object.entries(weather).toReversed()) as unknown as WireTool
    fc.assert(
      fc.property(fc.shuffledSubarray([weather, tool("b"), tool("a")], { minLength: 3 }), (tools) => {
        assert.deepEqual(listedInfo(tools), listedInfo([tool("a"), tool("b"), shuffled]))
      })
    )
  })

  test("changes with everything that an agent sees of a tool", () => {
    const variants = [
      { name: "other" },
      { description: "Tells it." },
      { inputSchema: { type: "object", properties: {} } },
      { annotations: { readOnlyHint: false } }
    ].map((change) => JSON.stringify(listedInfo([{ ...weather, ...change }])))
    assert.equal(new Set([...variants, JSON.stringify(listedInfo([weather]))]).size, variants.length + 1)
  })

  test("is each name and annotation, and SHA-256 of descriptions and of the canonical JSON of schemas", () => {
    assert.deepEqual(listedInfo([weather, tool("a", { inputSchema: [] })]), [
      { name: "a", input_schema_sha256: "4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945" },
      {
        name: "weather",
        annotations: { readOnlyHint: true },
        description_sha256: createHash("sha256").update("Says it.").digest("hex"),
        input_schema_sha256: createHash("sha256").update('{"type":"object"}').digest("hex")
      }
    ])
  })
})
