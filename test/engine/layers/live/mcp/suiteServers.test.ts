import { describe, test } from "bun:test"
import * as Effect from "effect/Effect"
import assert from "node:assert/strict"
import type { AskedCall, ToolAnswer } from "../../../../../src/base/domain/recording/Cassette.ts"
import type { JsonObject } from "../../../../../src/base/domain/Json.ts"
import type { AnyServer } from "../../../../../src/language/dsl/server.ts"
import type { ToolSession } from "../../../../../src/engine/services/ToolHub.ts"
import { invoices } from "../../../../../suites/servers/invoices.ts"
import { issues } from "../../../../../suites/servers/issues.ts"
import { weather } from "../../../../../suites/servers/weather.ts"
import { weatherTools } from "../../../../recorder/weatherTools.ts"
import { stdio, withSession } from "./session.ts"

/** A session with a shipped server, as the suites start it. Tests run in the project's root, as suites do. */
const using = <A, E>(
  server: AnyServer,
  use: (session: ToolSession) => Effect.Effect<A, E>,
  ...flags: Array<string>
) => {
  const { command = [] } = server.reached as { readonly command?: ReadonlyArray<string> }
  return withSession([stdio(server.name, [...command, ...flags])], use)
}

const answers = (server: AnyServer, calls: ReadonlyArray<readonly [string, JsonObject]>, ...flags: Array<string>) =>
  using(
    server,
    (session) =>
      Effect.forEach(calls, ([name, args]) => session.call({ id: "c", server: server.name, name, args } as AskedCall)),
    ...flags
  )

const said = ({ content, is_error }: ToolAnswer) => ({ is_error, content })

const cities: ReadonlyArray<readonly [string, JsonObject]> = [
  ["get_weather", { city: "Sacramento" }],
  ["get_weather", { city: "Sacramento", day: "today" }],
  ["get_weather", { city: "Sacramento", day: "tomorrow" }],
  ["get_weather", { city: "Sacremento", day: "today" }],
  ["get_forecast", { city: "Sacramento", days: 2 }],
  ["get_forecast", { city: "Atlantis", days: 2 }]
]

describe("the shipped servers", () => {
  test.each([weather, issues, invoices])("have the tools of their catalogues: $name", async (server) => {
    const tools = await using(server, (session) => Effect.succeed(session.tools.map(({ name }) => name)))
    assert.deepEqual(tools.toSorted(), Object.keys(server.tools).toSorted())
  })

  test("weather gives the same answers as the scripted server", async () => {
    const scripted = cities.map(([tool, args]) => weatherTools["weather"]?.[tool]?.(args))
    const real = await answers(weather, cities)
    assert.deepEqual(
      real.map(said),
      scripted.flatMap((answer) => (answer === undefined ? [] : [said(answer)]))
    )
    assert.deepEqual(real[2]?.structured, { city: "Sacramento", day: "tomorrow", celsius: 19, sky: "clear" })
    // Structured content is an object in the protocol of today.
    assert.deepEqual(real[4]?.structured, { result: scripted[4]?.structured })
  })

  test("weather answers in degrees Fahrenheit on request", async () => {
    const [imperial] = await answers(weather, [["get_weather", { city: "Sacramento", units: "imperial" }]])
    assert.deepEqual(imperial?.structured, { city: "Sacramento", day: "today", fahrenheit: 70, sky: "clear" })
  })

  test("issues are opened, read, closed and listed, until the server ends", async () => {
    const open = { id: 1, title: "Leak", body: "", state: "open" }
    const answered = await answers(issues, [
      ["create_issue", { title: "Leak" }],
      ["get_issue", { id: 1 }],
      ["close_issue", { id: 1 }],
      ["list_issues", {}],
      ["get_issue", { id: 2 }]
    ])
    assert.deepEqual(
      answered.slice(0, 4).map(({ structured }) => structured),
      [open, open, { ...open, state: "closed" }, { issues: [{ ...open, state: "closed" }] }]
    )
    assert.deepEqual(said(answered[4]!), { is_error: true, content: [{ type: "text", text: "There is no issue 2." }] })
    const [later] = await answers(issues, [["list_issues", {}]])
    assert.deepEqual(later?.structured, { issues: [] })
  })

  test("a refund is carried out, except that of invoice 42, which is only reported", async () => {
    const [accepted, refunded, alsoAccepted, unchanged, tooMuch] = await answers(invoices, [
      ["issue_refund", { id: 41, amount: 20 }],
      ["get_invoice", { id: 41 }],
      ["issue_refund", { id: 42, amount: 80 }],
      ["get_invoice", { id: 42 }],
      ["issue_refund", { id: 41, amount: 101 }]
    ])
    assert.deepEqual(accepted?.content, [{ type: "text", text: "The refund of 20 for invoice 41 was accepted." }])
    assert.deepEqual(refunded?.structured, { id: 41, customer: "Ada", total: 120, refunded: 20 })
    assert.deepEqual(alsoAccepted?.content, [{ type: "text", text: "The refund of 80 for invoice 42 was accepted." }])
    assert.deepEqual(unchanged?.structured, { id: 42, customer: "Grace", total: 80, refunded: 0 })
    assert.equal(tooMuch?.is_error, true)
  })

  test("fail, or rename a field, if --break is given", async () => {
    const [failed] = await answers(weather, cities, "--break", "error")
    assert.deepEqual(said(failed!), { is_error: true, content: [{ type: "text", text: "Out of order." }] })
    const [renamed] = await answers(weather, cities, "--break", "rename")
    assert.deepEqual(renamed?.structured, { city: "Sacramento", day: "today", celsius: 21, sky_v2: "clear" })
  })
})
