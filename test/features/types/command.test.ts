/**
 * `passhat types` as a process, against real servers.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Finished, root, run, start } from "../../app/project.ts"
import { evaluate } from "./evaluate.ts"

const passhat = join(root, "dist/doors/passhat.js")
const types = (...args: ReadonlyArray<string>): Finished => run(passhat, ["types", ...args])
const weather = "node suites/servers/weather/main.js"
const written = readFileSync(join(root, "suites/servers/weather.ts"), "utf8")
const invoices = "suites/servers/invoices.ts"
const everything = "node node_modules/@modelcontextprotocol/server-everything/dist/index.js"

/** Inside the repository, so that `passhat` resolves to itself, and ignored by git. */
const generated = join(import.meta.dirname, ".generated")
mkdirSync(generated, { recursive: true })
writeFileSync(join(generated, ".gitignore"), "*\n")

const file = (text: string) => {
  const folder = mkdtempSync(join(generated, "command-"))
  const path = join(folder, "catalogue.ts")
  writeFileSync(path, text)
  return { path, [Symbol.dispose]: (): void => rmSync(folder, { recursive: true }) }
}

describe("passhat types", () => {
  test("writes the committed catalogue of the shipped server that it starts", () => {
    const { code, stderr, stdout } = types("--server", weather)
    assert.deepEqual([code, stderr], [0, ""])
    assert.equal(stdout, written)
  })

  test("writes the same bytes on every runtime", () => {
    const [first, second] = (["bun", "deno"] as const).map((runtime) =>
      run(passhat, ["types", "--server", everything], { runtime })
    )
    assert.deepEqual(first, second)
    const { name, tools } = evaluate(first?.stdout ?? "")
    assert.equal(name, "everything")
    assert.ok("get-sum" in tools && "echo" in tools)
  }, 60_000)

  test("names the server with --name", () => {
    const { stdout } = types("--server", weather, "--name", "the sky")
    assert.match(stdout, /^export const theSky = server\("the sky", \{$/m)
  })

  test("reads the tools of a running server with --url", async () => {
    const tools = file(JSON.stringify({ tools: [{ name: "ping", response: "pong" }] }))
    using _ = tools
    const { child, finished } = start(passhat, ["mock", "--tools-from", tools.path, "--http", "0"])
    const url = await new Promise<string>((resolve) =>
      child.stderr?.on("data", (chunk) => /http:\S+[^\s.]/.exec(String(chunk))?.map((found) => resolve(found)))
    )
    const { code, stdout } = types("--url", url, "--name", "mock")
    child.kill()
    await finished
    assert.equal(code, 0)
    assert.match(stdout, new RegExp(`  url: "${url}",\n  tools: \\{\n    ping: tool<`))
  })
})

describe("passhat types --check", () => {
  test("accepts a catalogue that it wrote", () => {
    using kept = file(written)
    const { code, stdout } = types("--server", weather, "--check", kept.path)
    assert.deepEqual([code, stdout], [0, `${kept.path} is up to date.\n`])
  })

  test("lists every change, including descriptions and annotations", () => {
    const edited = written
      .replace("The weather in a city", "The sky over a city")
      .replace("command:", 'instructions: "Look up.",\n  command:')
      .replace("inputSchema: {", "annotations: { readOnlyHint: true },\n      inputSchema: {")
      .replace('properties: { city: { type: "string" }, days', "properties: { days")
      .replace('required: ["city", "days"]', 'required: ["days"]')
      .replace("get_weather: tool<{", "get_tide: tool({ inputSchema: {} }),\n    get_weather: tool<{")
      .replace("day: {", "town: true,\n          day: {")
      .replace('"metric", "imperial"] }', '"metric"] }')
    using kept = file(edited)
    const { code, stderr, stdout } = types("--server", weather, "--check", kept.path)
    assert.deepEqual([code, stderr], [1, ""])
    assert.equal(
      stdout,
      `The server has changed since ${kept.path} was written:
  The text of the server's instructions was "Look up." and is now absent.
  get_forecast: annotations.readOnlyHint was true and is now absent.
  get_forecast: the argument city is new, and required.
  The tool get_tide is gone.
  get_weather: the description was "The sky over a city, today or tomorrow." and is now "The weather in a city, today or tomorrow.".
  get_weather: the argument town is gone.
  get_weather: the argument units has changed: enum[1] was absent and is now "imperial".
Write it again without --check, and see what the compiler says of your suites.
`
    )
  })

  test("compares only the types of a catalogue that was written by hand", () => {
    const { code, stdout } = types("--server", "node suites/servers/invoices/main.js", "--check", invoices)
    assert.deepEqual([code, stdout], [0, `${invoices} is up to date.\n`])
  })
})

describe("passhat types prints one sentence and exits with 2 for", () => {
  test.each<readonly [string, ReadonlyArray<string>, RegExp]>([
    ["no server", [], /^There is no server to ask\. Give --server "<command>" or --url <url>\.$/],
    ["two servers", ["--server", "a", "--url", "http://localhost"], /^--server and --url exclude each other\./],
    ["half a quote", ["--server", 'node "x'], /^--server is no command: it has a quote without an end\./],
    [
      "no such program",
      ["--server", "no-such-program"],
      /^The server no-such-program could not be started: .*no-such-program/
    ],
    [
      "no MCP server",
      ["--server", "node -e process.exit(3)"],
      /^The server .* could not be opened: .* Start it by hand/
    ],
    [
      "no URL",
      ["--url", "ftp://example.com"],
      /^The server example could not be started: Its address is no http URL\./
    ],
    [
      "no such catalogue",
      ["--server", weather, "--check", "none.ts"],
      /^none\.ts could not be read: there is no such file\./
    ],
    [
      "no catalogue",
      ["--server", weather, "--check", "suites/weather.ts"],
      /^suites\/weather\.ts is no catalogue of one server: it exports 0 servers/
    ],
    [
      "a catalogue that does not load",
      ["--server", weather, "--check", "LICENSE"],
      /^LICENSE could not be read: .* Leave out --check and write it first/
    ]
  ])("%s", (_, args, sentence) => {
    const { code, stderr, stdout } = types(...args)
    assert.deepEqual([code, stdout], [2, ""])
    assert.match(stderr.trimEnd(), sentence)
    assert.doesNotMatch(stderr, /\n\s+at /)
  })
})
