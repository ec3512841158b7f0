/**
 * Every public name of the packed package works on every runtime, and the bundle has one copy of effect.
 */
import { setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { root, runtimes } from "../app/project.ts"
import { unpacked } from "./tarball.ts"

setDefaultTimeout(60_000)

/** JavaScript, for Node 20. */
const program = `
import assert from "node:assert/strict"
import { agent, agentConsistency, agentReliability, contains, external, faultMatrix, flow, goldenPath, main, passRate } from "passhat"
import { recovery, reliability, said, slow, trajectoryAxes } from "passhat"
import { Schema } from "passhat/schema"
const City = Schema.Struct({ city: Schema.String, days: Schema.optionalKey(Schema.Int) })
class Place extends Schema.Class("Place")({ at: City }) {}
class Lost extends Schema.TaggedError()("Lost", { at: Place }) {}
assert.ok(new Lost({ at: new Place({ at: { city: "Oslo" } }) }) instanceof Error)
assert.deepEqual(Schema.decodeUnknownSync(City)({ city: "Oslo", days: 2 }), { city: "Oslo", days: 2 })
assert.throws(() => Schema.decodeUnknownSync(City)({ city: 1 }), Schema.SchemaError)
assert.deepEqual(slow("1.5 seconds"), { kind: "slow", delay_ms: 1500 })
assert.equal(typeof external(Schema.decodeEffect(City)({ city: "Oslo" })).pipe, "function")
const tool = { server: "s", name: "t" }
const gates = [agentConsistency(), agentReliability(), goldenPath([tool]), passRate({ atLeast: 0.5 }), reliability()]
const others = [recovery({ from: { name: "f" }, maxDetection: "1 second" }), said(contains("x")), trajectoryAxes({})]
for (const gate of [...gates, ...others]) assert.equal(gate.nodes.length, 1)
const asks = agent("asks", { model: "claude-m", servers: [], prompt: "p" })
assert.deepEqual(faultMatrix(asks, [], [tool], { maxDetection: "1 second" }), [])
assert.equal(flow(String, Number)("2"), 2)
console.log("all there")
`

test("durations, external, flow, Schema and every gate work, with no output on standard error", () => {
  using user = unpacked()
  user.write("program.js", program)
  for (const [command, ...args] of [runtimes.bun, runtimes.deno, ["node"]] as const) {
    const { stderr, stdout } = spawnSync(command, [...args, "program.js"], { cwd: user.folder, encoding: "utf8" })
    assert.deepEqual({ command, stderr, stdout }, { command, stderr: "", stdout: "all there\n" })
  }
})

test("the bundle contains one copy of effect", () => {
  const files = readdirSync(join(root, "dist"), { recursive: true, encoding: "utf8" })
  for (const word of ["~effect/Schema/Schema", "~effect/Duration", "passhat/External"]) {
    const having = files.filter(
      (file) => /^(?!effect).*\.js$/.test(file) && readFileSync(join(root, "dist", file), "utf8").includes(`"${word}"`)
    )
    assert.equal(having.length, 1, `${word} in ${having.join(" and ")}`)
  }
})
