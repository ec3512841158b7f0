import { afterAll, beforeAll, describe, test } from "bun:test"
import assert from "node:assert/strict"
import type { Client } from "@modelcontextprotocol/client"
import { run } from "../../app/project.ts"
import { listening, overHttp, overStdio, passhat, wire, written } from "./mocks.ts"

const tools = written(
  "tools.yml",
  `tools:
  - name: get_weather
    description: The weather of a city.
    inputSchema: { type: object, properties: { city: { type: string } }, required: [city] }
    response: Sunny, 30 degrees
    responses:
      - when: { city: Folsom, at: { hour: 9 } }
        response: Fog
      - when: { city: Folsom }
        response:
          content: Rain
          structuredContent: { sky: { rain: true }, hours: [1, 2] }
      - when: { city: Atlantis }
        response: { content: [{ type: text, text: No such city. }], isError: true }
  - name: ping
resources:
  - { uri: "mock://readme", name: readme, text: Read me. }
`
)
afterAll(() => tools[Symbol.dispose]())

const faulty = (fault: string): ReadonlyArray<string> => ["--tools-from", tools.file, "--fault", fault]
const transports = { stdio: overStdio, HTTP: overHttp }

const weather = (client: Client, city = "Davis", timeout?: number) =>
  client.callTool({ name: "get_weather", arguments: { city } }, timeout === undefined ? {} : { timeout })
const text = (words: string) => ({ content: [{ type: "text", text: words }], isError: false })
const failure = (words: string) => ({ ...text(words), isError: true })
const rain = { ...text("Rain"), structuredContent: { sky: { rain: true }, hours: [1, 2] } }
const timesOut = { code: "REQUEST_TIMEOUT" }
/** Longer than a loaded machine takes to see a call: one that is given up before that is no call for the server. */
const PATIENCE = 1_500

/** Without what a newer protocol adds to every result. */
const plain = (result: object): object =>
  Object.fromEntries(Object.entries(result).filter(([key]) => key !== "_meta" && key !== "resultType"))

describe.each(["stdio", "HTTP"] as const)("over %s", (kind) => {
  const mock = (fault: string) => transports[kind](faulty(fault))

  let faultless: Awaited<ReturnType<typeof mock>>
  beforeAll(async () => {
    faultless = await mock("none")
  })
  afterAll(() => faultless[Symbol.asyncDispose]())

  test("a mock without a fault lists its tools and gives the answers of its file", async () => {
    const { client } = faultless
    assert.deepEqual((await client.listTools()).tools, [
      {
        name: "get_weather",
        description: "The weather of a city.",
        inputSchema: { type: "object", properties: { city: { type: "string" } }, required: ["city"] }
      },
      { name: "ping", inputSchema: { type: "object" } }
    ])
    assert.deepEqual(plain(await weather(client)), text("Sunny, 30 degrees"))
    assert.deepEqual(plain(await weather(client, "Folsom")), rain)
    assert.deepEqual(plain(await weather(client, "Atlantis")), failure("No such city."))
    assert.deepEqual(plain(await client.callTool({ name: "ping" })), text("ok"))
  })

  test("the first response whose arguments match is the answer, even if the call has other arguments", async () => {
    const at = (hour: number) =>
      faultless.client.callTool({ name: "get_weather", arguments: { city: "Folsom", at: { hour, minute: 5 } } })
    assert.deepEqual(plain(await at(9)), text("Fog"))
    assert.match(JSON.stringify(await at(10)), /Rain/)
  })

  test("an unknown tool and an unknown resource are errors of the protocol", async () => {
    const { client } = faultless
    await assert.rejects(client.callTool({ name: "pong" }), { code: -32602, message: /Unknown tool: pong/ })
    await assert.rejects(client.readResource({ uri: "mock://nowhere" }), /mock:\/\/nowhere/)
  })

  test.each(["hang", "wedged"])("under %s no call is answered, and every other request is", async (fault) => {
    await using served = await mock(fault)
    const { client } = served
    await assert.rejects(weather(client, "Davis", PATIENCE), timesOut)
    assert.equal((await client.listTools()).tools.length, 2)
    assert.deepEqual((await client.listResources()).resources, [{ uri: "mock://readme", name: "readme" }])
    assert.deepEqual((await client.readResource({ uri: "mock://readme" })).contents, [
      { uri: "mock://readme", text: "Read me." }
    ])
    assert.deepEqual((await client.listResourceTemplates()).resourceTemplates, [])
    await assert.rejects(weather(client, "Davis", PATIENCE), timesOut)
  })

  test.each(["slow:4000", "reply-after-cancel:4000"])("%s answers late", async (fault) => {
    await using served = await mock(fault)
    const { client } = served
    const order: Array<string> = []
    const call = weather(client).then((answer) => {
      order.push("call")
      return answer
    })
    await client.listTools()
    order.push("list")
    assert.deepEqual(plain(await call), text("Sunny, 30 degrees"))
    assert.deepEqual(order, ["list", "call"])
    await assert.rejects(weather(client, "Davis", PATIENCE), timesOut)
  })

  test("recover-after:2 answers the third call and all calls after it", async () => {
    await using served = await mock("recover-after:2")
    const { client } = served
    await assert.rejects(weather(client, "Davis", PATIENCE), timesOut)
    await assert.rejects(weather(client, "Davis", PATIENCE), timesOut)
    assert.deepEqual(plain(await weather(client)), text("Sunny, 30 degrees"))
    assert.deepEqual(plain(await client.callTool({ name: "ping" })), text("ok"))
  })

  test("the newer protocol has the same faults", async () => {
    await using served = await transports[kind](faulty("recover-after:1"), { pin: "2026-07-28" })
    assert.equal(served.client.getNegotiatedProtocolVersion(), "2026-07-28")
    await assert.rejects(weather(served.client, "Davis", PATIENCE), timesOut)
    assert.deepEqual(plain(await weather(served.client, "Folsom")), rain)
  })

  test("disconnect closes the connection at the first call", async () => {
    await using served = await mock("disconnect")
    assert.equal((await served.client.listTools()).tools.length, 2)
    await assert.rejects(weather(served.client))
  })
})

test.each([
  ["error:disk full: 0 bytes left", failure("disk full: 0 bytes left")],
  ["misleading:All is well.", failure("All is well.")],
  ["denied", failure("403 Forbidden: you do not have permission to use this tool.")],
  ["rate-limited:2000", failure("429 Too Many Requests: retry after 2000 ms.")],
  ["malformed", text('{"result": [}, "unexpected token')],
  ["truncated", text("Ra")],
  [
    "schema-drift",
    {
      ...text('{"sky_v2":{"rain_v2":true},"hours_v2":[1,2]}'),
      structuredContent: { sky_v2: { rain_v2: true }, hours_v2: [1, 2] }
    }
  ]
])("%s breaks the answer", async (fault, expected) => {
  await using served = await overStdio(faulty(fault))
  assert.deepEqual(plain(await weather(served.client, "Folsom")), expected)
})

describe("cancellation on the wire", () => {
  const call = (id: number) => ({ id, method: "tools/call", params: { name: "ping", arguments: {} } })
  const cancel = { method: "notifications/cancelled", params: { requestId: 1, reason: "no patience" } }
  const list = { id: 2, method: "tools/list" }

  test("under hang a cancelled call gets no reply", async () => {
    await using server = await wire(faulty("hang"))
    for (const message of [call(1), cancel, list]) server.send(message)
    assert.equal((await server.next())?.id, 2)
    assert.equal(await server.end(), 0)
    assert.equal(await server.next(), undefined)
  })

  test("a cancelled call gets no reply, and the call after it gets one", async () => {
    await using server = await wire(faulty("slow:100"))
    for (const message of [call(1), cancel, call(3)]) server.send(message)
    assert.equal((await server.next())?.id, 3)
  })

  test("under reply-after-cancel a cancelled call gets a late reply", async () => {
    await using server = await wire(faulty("reply-after-cancel:100"))
    for (const message of [call(1), cancel, list]) server.send(message)
    assert.equal((await server.next())?.id, 2)
    const late = await server.next()
    assert.deepEqual([late?.id, late?.result], [1, text("ok")])
  })

  test.each(["hang", "slow:60000", "reply-after-cancel:60000"])(
    "under %s the server exits when its input ends, even with pending calls",
    async (fault) => {
      await using server = await wire(faulty(fault))
      server.send(call(1))
      server.send(list)
      assert.equal((await server.next())?.id, 2)
      assert.equal(await server.end(), 0)
      assert.equal(await server.next(), undefined)
    }
  )

  test("under disconnect the server exits while its input is open", async () => {
    await using server = await wire(faulty("disconnect"))
    server.send(call(1))
    assert.equal(await server.next(), undefined)
  })
})

describe("over HTTP", () => {
  let server: Awaited<ReturnType<typeof listening>>
  beforeAll(async () => {
    server = await listening(faulty("none"))
  })
  afterAll(() => server[Symbol.asyncDispose]())

  test("clients share the count of calls", async () => {
    await using served = await overHttp(faulty("recover-after:1"))
    await assert.rejects(weather(served.client, "Davis", PATIENCE), timesOut)
    assert.deepEqual(plain(await weather(await served.another())), text("Sunny, 30 degrees"))
  })

  test("a client can connect again after disconnect", async () => {
    await using served = await overHttp(faulty("disconnect"))
    await assert.rejects(weather(served.client))
    assert.equal((await (await served.another()).listTools()).tools.length, 2)
  })

  test("the server prints its address, and answers only there", async () => {
    assert.match(server.said, /^Serving MCP on http:\/\/127\.0\.0\.1:\d+\/mcp$/)
    const status = async (path: string, headers: Record<string, string>) =>
      (await fetch(new URL(path, server.url), { method: "POST", headers, body: "{}" })).status
    assert.equal(await status("/", {}), 404)
    assert.equal(await status("/mcp", { origin: "https://example.com" }), 403)
    assert.equal(await status("/mcp", { host: "example.com" }), 403)
  })

  test("a page of this machine on another port calls no tool, and a client without an origin does", async () => {
    const { host, origin, port } = new URL(server.url)
    const call = (headers: Readonly<Record<string, string>>) =>
      fetch(server.url, {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "ping", arguments: {} } })
      })
    for (const own of [{}, { origin }]) {
      const answered = await call(own)
      assert.deepEqual([answered.status, /"text":"ok"/.test(await answered.text())], [200, true], host)
    }
    for (const other of ["http://localhost:3000", "http://127.0.0.1:3000", `http://localhost:${port}`, "null"]) {
      const refused = await call({ origin: other })
      assert.deepEqual([refused.status, await refused.text()], [403, ""], other)
    }
  })

  test("a port that is in use is refused with one sentence", () => {
    const { port } = new URL(server.url)
    assert.deepEqual(run(passhat, ["mock", ...faulty("none"), "--http", port]), {
      code: 2,
      stdout: "",
      stderr: `Port ${port} of 127.0.0.1 cannot be listened on: EADDRINUSE. Choose another; 0 takes any that is free.\n`
    })
  })

  test("a port out of range is refused", () => {
    assert.deepEqual(run(passhat, ["mock", ...faulty("none"), "--http", "65536"]), {
      code: 2,
      stdout: "",
      stderr: "--http is 65536. Give it a port from 0 to 65535.\n"
    })
  })
})

describe("the command", () => {
  test("shows examples", () => {
    const { code, stdout } = run(passhat, ["mock", "--help"])
    assert.equal(code, 0)
    assert.match(stdout, /^EXAMPLES$[^]*passhat mock --tools-from tools\.yml --fault hang$/m)
  })

  test("needs a tools file", () => {
    const { code, stderr, stdout } = run(passhat, ["mock"])
    assert.deepEqual([code, stdout], [2, ""])
    assert.equal(stderr, "Missing required flag: --tools-from. See passhat mock --help.\n")
  })

  test("refuses an invalid tools file and an unknown fault with one sentence and exit code 2", () => {
    using bad = written("tools.yml", "tools:\n  - name: a\n  - description: b\n")
    assert.deepEqual(run(passhat, ["mock", "--tools-from", "tools.yml"], { cwd: bad.folder }), {
      code: 2,
      stdout: "",
      stderr: "tools.yml:3: tools[1].name is missing. Add it.\n"
    })
    assert.deepEqual(run(passhat, ["mock", ...faulty("hnag")]), {
      code: 2,
      stdout: "",
      stderr: 'There is no fault "hnag". Did you mean hang?\n'
    })
  })
})
