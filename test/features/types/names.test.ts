import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { identifier, serverName } from "../../../src/features/types/names.ts"

describe("a server without a name", () => {
  test.each([
    ["npx -y @modelcontextprotocol/server-filesystem .", "filesystem"],
    ["npx -y @modelcontextprotocol/server-sequential-thinking@2026.8.31", "sequential-thinking"],
    ["npx @cyanheads/git-mcp-server", "git"],
    ["bunx time-mcp", "time"],
    ["deno run -A npm:@acme/mcp-server-weather", "weather"],
    ["uvx mcp-server-git --repository .", "git"],
    ["python3 -m mcp_server_time", "time"],
    ["docker run -i --rm mcp/github:latest", "github"],
    ["node suites/servers/weather/main.js", "weather"],
    ["node ./dist/index.js", "server"],
    ["bun run src/tracker.ts", "tracker"],
    [String.raw`C:\tools\weather-server.exe`, "weather"],
    ["./mcp-server", "server"]
  ])("is named after its package or its script: %s", (command, name) => {
    assert.equal(serverName({ command: command.split(" ") }), name)
  })

  test.each([
    ["https://mcp.example.com/mcp", "example"],
    ["https://www.shop.example.com/", "shop-example"],
    ["http://localhost:3000/mcp", "localhost"],
    ["http://127.0.0.1:3000/mcp", "server"],
    ["http://[::1]:3000/mcp", "server"],
    ["no url", "server"]
  ])("is named after its host: %s", (url, name) => {
    assert.equal(serverName({ url }), name)
  })
})

test.each([
  ["weather", "weather"],
  ["sequential-thinking", "sequentialThinking"],
  ["Acme Shop", "acmeShop"],
  ["delete", "deleteServer"],
  ["server", "serverServer"],
  ["2048", "_2048"],
  ["天気", "mcpServer"],
  ["", "mcpServer"]
])("the constant of a server named %p is %s", (name, constant) => {
  assert.equal(identifier(name), constant)
})
