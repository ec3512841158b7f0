/**
 * Gates that can only pass are refused when a suite is loaded, with the file and the line of the gate.
 */
import { setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { join } from "node:path"
import { emptyProject, root, run } from "../project.ts"

setDefaultTimeout(60_000)

const source = `import { agent, contains, expect, main, not, schema, server, suite, tool } from "passhat"

const tracker = server("tracker", {
  command: ["node", "tracker.js"],
  tools: { delete_issue: tool({ inputSchema: { type: "object", properties: { id: { type: "integer" } } } }) }
})

export const mine = suite(
  "tracker",
  agent("triages", { model: "claude-sonnet-4-5", servers: [tracker], prompt: "?" }).pipe(
    expect("tool_calls[*].name", not(contains("delete_isue"))),
    expect("tool_calls[0].args", schema({ type: "objekt" }))
  )
)
export default mine
await main(import.meta, mine)
`

const named =
  'Suite "tracker", agent "triages": expect: no tool of the agent is named "delete_isue" (did you mean "delete_issue"?) (suites/tracker.ts:11).'
const uncompiled =
  /Suite "tracker", agent "triages": tool_calls\[0\]\.args is matched by a JSON Schema that cannot be used: .* \(suites\/tracker\.ts:12\)\./

test.each(["check", "run"])(
  "passhat %s refuses gates that can only pass, with exit code 2 and their lines",
  (command) => {
    using user = emptyProject({ "package.json": `{ "type": "module" }`, "suites/tracker.ts": source })
    const { code, stderr, stdout } = run(join(root, "dist/doors/passhat.js"), [command], { cwd: user.folder })
    assert.equal(code, 2, stderr)
    assert.ok(stdout.includes(named), stdout)
    assert.match(stdout, uncompiled)
  }
)

test.each(["bun", "deno", "node"] as const)(
  "a suite file that is started on %s refuses gates that can only pass",
  (runtime) => {
    using user = emptyProject({ "package.json": `{ "type": "module" }`, "suites/tracker.ts": source })
    const { code, stdout } = user.run("suites/tracker.ts", [], { runtime })
    assert.equal(code, 2)
    assert.ok(stdout.includes(named), stdout)
  }
)
