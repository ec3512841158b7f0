/**
 * `passhat types` and `passhat init` with headers and variables whose values are in the environment.
 */
import { describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import * as sdk from "@modelcontextprotocol/server"
import { mcpOverHttp } from "../../../src/engine/layers/live/command/mcpOverHttp.ts"
import { respond } from "../../../src/engine/layers/platform/respond.ts"
import { emptyProject, passhatOn, startPasshat } from "../../app/project.ts"

setDefaultTimeout(60_000)

const SECRET = "s3cret-of-the-shop-77"

/** A server that answers nobody without its token. */
const shop = async () => {
  const handler = mcpOverHttp(sdk, () => {
    const server = new sdk.McpServer({ name: "shop", version: "1" })
    server.registerTool("list_goods", { description: "Lists." }, () => ({ content: [] }))
    return server.server
  })
  const http = createServer((incoming, outgoing) =>
    incoming.headers.authorization === `Bearer ${SECRET}`
      ? respond(incoming, outgoing, handler)
      : outgoing.writeHead(401, { "www-authenticate": "Bearer" }).end()
  )
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`,
    [Symbol.asyncDispose]: () => {
      http.closeAllConnections()
      return new Promise<void>((resolve) => http.close(() => resolve()))
    }
  }
}

const header = ["--header", "Authorization=Bearer SHOP_TOKEN"]
const env = { SHOP_TOKEN: SECRET }

describe("passhat types", () => {
  test("sends the value of a variable in a header, and writes the name of the variable", async () => {
    await using server = await shop()
    const { finished } = startPasshat("node", ["types", "--url", server.url, "--name", "shop", ...header], { env })
    const { code, stderr, stdout } = await finished
    assert.equal(code, 0, stderr)
    assert.match(stdout, /^import process from "node:process"$/m)
    assert.match(stdout, /^ {2}headers: \{ Authorization: `Bearer \$\{process\.env\["SHOP_TOKEN"\]\}` \},$/m)
    assert.match(stdout, /list_goods/)
    assert.ok(!stdout.includes(SECRET))
  })

  test("says what to do if the server asks for a token", async () => {
    await using server = await shop()
    const { code, stderr } = await startPasshat("node", ["types", "--url", server.url]).finished
    assert.equal(code, 2)
    assert.match(stderr, /status 401.*passhat does not sign in by OAuth: get a token .*--header of types and init/s)
  })

  test("does not repeat what was given for the name of a variable, since it may be the secret itself", () => {
    const given = ["types", "--url", "http://127.0.0.1:9/mcp", "--header", `Authorization=Bearer ${SECRET}`]
    const { code, stderr } = passhatOn("node", given)
    assert.equal(code, 2)
    assert.match(stderr, /--header Authorization names a variable that is not set\./)
    assert.ok(!stderr.includes(SECRET))
  })

  test("gives a process the variables that are named, and no others", () => {
    using user = emptyProject({ "package.json": '{ "type": "module" }\n' })
    user.write(
      "server.js",
      `import { McpServer } from "@modelcontextprotocol/server"
import { serveStdio } from "@modelcontextprotocol/server/stdio"
serveStdio(() => {
  const server = new McpServer({ name: "s", version: "1" })
  const given = ["SHOP_TOKEN", "OTHER_TOKEN"].filter((name) => process.env[name] !== undefined)
  server.registerTool("list_" + given.join("_and_"), { description: "Lists." }, () => ({ content: [] }))
  return server
})
`
    )
    const args = ["--server", "node server.js", "--env", "SHOP_TOKEN", "--name", "shop"]
    const options = { cwd: user.folder, env: { ...env, OTHER_TOKEN: "another-one" } }
    const { code, stderr, stdout } = passhatOn("node", ["types", ...args], options)
    assert.equal(code, 0, stderr)
    assert.match(stdout, /^ {2}env: \{ SHOP_TOKEN: process\.env\["SHOP_TOKEN"\] \?\? "" \},$/m)
    assert.match(stdout, /list_SHOP_TOKEN:/)
    assert.ok(!stdout.includes(SECRET))

    const made = passhatOn("node", ["init", ...args], options)
    assert.equal(made.code, 0, made.stderr)
    assert.match(made.stdout, /@types\/node/)
    assert.match(user.read(join("suites", "servers", "shop.ts")), /env: \{ SHOP_TOKEN: process\.env/)
  })

  test("refuses a header for a process, and a variable for an address", () => {
    const both = [
      ["--server", "node x.js", "--header", "A=HOME"],
      ["--url", "http://127.0.0.1:9/", "--env", "HOME"]
    ].map((args) => passhatOn("node", ["types", ...args]))
    assert.deepEqual(
      both.map(({ code }) => code),
      [2, 2]
    )
    assert.match(both[0]!.stderr, /--header is for a server that is reached by --url\./)
    assert.match(both[1]!.stderr, /--env is for a server that --server starts\./)
  })
})
