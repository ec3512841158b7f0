import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import type { OfferedTool } from "../../../../src/base/domain/plan/Tool.ts"
import { wireNames } from "../../../../src/edges/providers/wire/wireNames.ts"

const tool = (server: string, name: string): OfferedTool => ({ server, name, input_schema: {} })
const namesOf = (...tools: ReadonlyArray<OfferedTool>) => wireNames(tools, 64).offered.map(([name]) => name)

/** Few characters and the separator itself, so that names clash. */
const word = fc.oneof(
  fc
    .array(fc.constantFrom("a", "b", "_", "__", ".", "/", " ", "é", "𝒳", "-"), { minLength: 1 })
    .map((all) => all.join("")),
  fc.string({ maxLength: 200 })
)
const offered = fc.uniqueArray(fc.record({ server: word, name: word, input_schema: fc.constant({}) }), {
  selector: ({ name, server }) => JSON.stringify([server, name])
})

describe("the name of a tool in a request", () => {
  test("is its server and its name", () => {
    assert.deepEqual(namesOf(tool("weather", "get_weather")), ["weather__get_weather"])
  })

  test("has an underscore in place of each character that providers reject", () => {
    assert.deepEqual(namesOf(tool("my.files", "read/all")), ["my_files__read_all"])
  })

  test("ends in a hash if two tools would have the same name, in either order", () => {
    const [one, other] = [tool("a", "b__c"), tool("a__b", "c")]
    const names = namesOf(one, other)
    assert.ok(names.every((name) => /^a__b__c_[0-9a-f]{8}$/.test(name)))
    assert.deepEqual(namesOf(other, one), names.toReversed())
  })

  test("ends in a hash if it is too long", () => {
    const [name = ""] = namesOf(tool("weather", "x".repeat(80)))
    assert.match(name, /^weather__x{46}_[0-9a-f]{8}$/)
  })

  test("differs from that of a tool whose own name looks like the hashed one", () => {
    const [one, other] = [tool("a", "b__c"), tool("a__b", "c")]
    const [stolen = ""] = namesOf(one, other)
    const names = namesOf(one, other, tool("a", stolen.slice("a__".length)))
    assert.equal(new Set(names).size, 3)
  })

  test("is valid, unique, and leads back to its tool", () => {
    fc.assert(
      fc.property(offered, fc.constantFrom(64, 128), (tools, longest) => {
        const names = wireNames(tools, longest)
        assert.equal(new Set(names.offered.map(([name]) => name)).size, tools.length)
        for (const { name, server } of tools) {
          const wire = names.of({ server, name })
          assert.match(wire, new RegExp(`^[a-zA-Z0-9_-]{1,${longest}}$`))
          assert.deepEqual(names.back(wire), { server, name })
        }
      })
    )
  })

  test("that was not offered has no server", () => {
    assert.deepEqual(wireNames([], 64).back("weather__get_weather"), { server: "", name: "weather__get_weather" })
  })
})
