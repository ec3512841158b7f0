import { describe, test } from "bun:test"
import * as Effect from "effect/Effect"
import assert from "node:assert/strict"
import * as Scripted from "../../../../src/engine/layers/scripted/toolHub.ts"
import { failure, structured, text } from "../../../../src/engine/layers/scripted/toolHub.ts"
import { ToolHub } from "../../../../src/engine/services/ToolHub.ts"
import { cell } from "../recordings.ts"

const tools = Scripted.layer({
  weather: {
    get_weather: ({ city = null }) =>
      city === "Atlantis" ? failure("There is no Atlantis.") : structured({ city, celsius: 21 }),
    ping: () => text("pong")
  }
})

const call = (name: string, args = {}, server = "weather") =>
  ToolHub.use((hub) =>
    Effect.flatMap(hub.open(cell, 1), (session) => session.call({ id: "c1", server, name, args }))
  ).pipe(Effect.scoped, Effect.provide(tools), Effect.runPromise)

const said = (content: string) => ({ content: [{ type: "text", text: content }], timed_out: false })

const unknown = (name: string, server: string) => ({
  is_error: true,
  ...said(`Unknown tool: ${name} on server ${server}.`)
})

describe("a scripted tool", () => {
  test("answers with text", async () => {
    assert.deepEqual(await call("ping"), { is_error: false, ...said("pong") })
  })

  test("answers with a structured value, which is also its text", async () => {
    const value = { city: "Lodi", celsius: 21 }
    const answer = { is_error: false, ...said('{"city":"Lodi","celsius":21}'), structured: value }
    assert.deepEqual(await call("get_weather", { city: "Lodi" }), answer)
  })

  test("may answer with an error", async () => {
    const answer = { is_error: true, ...said("There is no Atlantis.") }
    assert.deepEqual(await call("get_weather", { city: "Atlantis" }), answer)
  })

  test("that does not exist is an error of the server, even if its name is a property of every object", async () => {
    assert.deepEqual(await call("get_tides"), unknown("get_tides", "weather"))
    assert.deepEqual(await call("ping", {}, "tides"), unknown("ping", "tides"))
    assert.deepEqual(await call("toString"), unknown("toString", "weather"))
    assert.deepEqual(await call("toString", {}, "constructor"), unknown("toString", "constructor"))
  })
})
