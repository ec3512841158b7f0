import { Client, InMemoryTransport } from "@modelcontextprotocol/client"
import * as sdk from "@modelcontextprotocol/server"
import { describe, test } from "bun:test"
import * as fc from "fast-check"
import assert from "node:assert/strict"
import type { ToolAnswer } from "../../../../../src/base/domain/recording/Cassette.ts"
import type { OfferedTool } from "../../../../../src/base/domain/plan/Tool.ts"
import { type CallAtAddress, toolServer } from "../../../../../src/engine/layers/live/command/toolServer.ts"
import { failure, structured, text } from "../../../../../src/engine/layers/scripted/toolHub.ts"
import { tool } from "./sessions.ts"

const connected = async (tools: ReadonlyArray<OfferedTool>, call: CallAtAddress): Promise<Client> => {
  const client = new Client({ name: "test", version: "1" })
  const [here, there] = InMemoryTransport.createLinkedPair()
  await toolServer(sdk, { tools }, call)().connect(there)
  await client.connect(here)
  return client
}

const echoing: CallAtAddress = async (address) => text(address)

const resultOf = async (answer: ToolAnswer) => {
  const client = await connected([tool("weather", "now")], async () => answer)
  return client.callTool({ name: "weather__now" })
}

describe("the tools of a run as one server", () => {
  test("are listed as their servers describe them", async () => {
    const client = await connected(
      [tool("weather", "now"), { server: "clock", name: "now", input_schema: { type: "object" } }],
      echoing
    )
    assert.deepEqual((await client.listTools()).tools, [
      {
        name: "weather__now",
        description: "now of weather",
        inputSchema: { type: "object", properties: { city: { type: "string" } } }
      },
      { name: "clock__now", inputSchema: { type: "object" } }
    ])
  })

  test("have different names if two servers have a tool of the same name", async () => {
    const client = await connected([tool("weather", "now"), tool("clock", "now")], echoing)
    assert.deepEqual((await client.callTool({ name: "clock__now" })).content, [{ type: "text", text: "clock/now" }])
    assert.deepEqual((await client.callTool({ name: "weather__now" })).content, [{ type: "text", text: "weather/now" }])
  })

  test("have unique names, whatever their own names are", () => {
    const word = fc.string({ unit: fc.constantFrom("_", "2"), minLength: 1, maxLength: 3 })
    const pairs = fc.uniqueArray(fc.tuple(word, word), { selector: (pair) => pair.join("/"), maxLength: 12 })
    return fc.assert(
      fc.asyncProperty(pairs, async (given) => {
        const client = await connected(
          given.map(([server, name]) => tool(server, name)),
          echoing
        )
        const { tools } = await client.listTools()
        const answers = await Promise.all(tools.map(({ name }) => client.callTool({ name })))
        assert.deepEqual(
          answers.map(({ content }) => content),
          given.map((pair) => [{ type: "text", text: pair.join("/") }])
        )
      }),
      {
        numRuns: 50,
        examples: [
          [
            [
              ["a", "b__c"],
              ["a__b", "c"],
              ["a", "b__c_2"]
            ]
          ]
        ]
      }
    )
  })

  test("are called with the arguments of the agent, unknown tools too", async () => {
    const seen: Array<unknown> = []
    const client = await connected([tool("weather", "now")], async (address, args) => {
      seen.push([address, args])
      return failure("Unknown tool.")
    })
    const { isError } = await client.callTool({ name: "delete_everything", arguments: { sure: true } })
    assert.deepEqual([isError, seen], [true, [["delete_everything", { sure: true }]]])
  })

  test("answer with content, structured content and the error flag", async () => {
    const block = { type: "text", text: "21 °C" }
    assert.deepEqual(await resultOf(text("21 °C")), { content: [block], isError: false })
    assert.deepEqual(await resultOf(failure("21 °C")), { content: [block], isError: true })
    assert.deepEqual((await resultOf(structured({ degrees: 21 }))).structuredContent, { degrees: 21 })
    assert.deepEqual((await resultOf(structured([21, 22]))).structuredContent, { result: [21, 22] })
  })

  test("answer in text with content that MCP does not know", async () => {
    const digest = { type: "image", mimeType: "image/png", sha256: "ab", bytes: 3 }
    assert.deepEqual((await resultOf({ is_error: false, content: [digest], timed_out: false })).content, [
      { type: "text", text: JSON.stringify(digest) }
    ])
  })
})
