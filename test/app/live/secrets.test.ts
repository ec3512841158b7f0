/**
 * Secrets that agents come to see, and nobody who reads what passhat leaves behind.
 */
import { afterAll, beforeAll, describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { join } from "node:path"
import type { Script } from "../../../src/engine/layers/scripted/model.ts"
import { eventually } from "../../processes.ts"
import { encodings } from "../../engine/layers/record/canaries.ts"
import { hung } from "../../standin/faults.ts"
import type { Topic } from "../../standin/standin.ts"
import type { Finished } from "../project.ts"
import { runsIn, studio } from "./studio.ts"

setDefaultTimeout(60_000)

const suite = "test/app/live/suites/leaky.ts"
const cassette = "cassettes/leaky/spills/claude-sonnet-4-5.jsonl"

/** Of the environment, of the variables that the suite declares for a server, of its headers, and of a model's key. */
const secrets = {
  SERVICE_TOKEN: "t0ken/of+the==environment&more",
  DECLARED: "p1n of the?vault/with=signs",
  DECLARED_TOO: "h3ader+of/the~desk==",
  LLM_LOGIN: "l0gin of/another+provider"
}
const key = { ANTHROPIC_API_KEY: "k3y-of-the-provider-8d21" }
const all = [...Object.values(secrets), ...Object.values(key)]

const calls = (...names: ReadonlyArray<readonly [string, string]>): Script => ({
  turns: [{ calls: names.map(([server, name]) => ({ server, name, args: {} })) }, { text: "That is all." }]
})
const scripts = ({ prompt }: Topic): ReadonlyArray<Script> =>
  prompt === "Crash." ? [calls(["vault", "crash"])] : [calls(["vault", "spill"], ["desk", "tell"])]

/** The secrets that a text shows, in whatever spelling. */
const shownIn = (text: string): ReadonlyArray<string> =>
  all.flatMap((secret) =>
    encodings.filter(([, encode]) => text.includes(encode(secret))).map(([how]) => `${secret} as ${how}`)
  )

type Studio = Awaited<ReturnType<typeof studio>>

/** Everything that a run left behind: its output, and every file. */
const leftBy = ({ stderr, stdout }: Finished, place: Studio): string =>
  [stdout, stderr, ...place.files().keys(), ...place.files().values()].join("\n")

const reports = ({ folder }: Studio): ReadonlyArray<string> => [
  "--verbose",
  "--filter=spills",
  "--reporter=pretty",
  `--reporter=json=${join(folder, "report.json")}`,
  `--reporter=junit=${join(folder, "junit.xml")}`
]

describe("a secret that tools tell the model", () => {
  let desk: ReturnType<typeof startDesk>
  let env: Readonly<Record<string, string>>
  let place: Studio
  beforeAll(async () => {
    desk = startDesk()
    env = { ...secrets, ...key, DESK_URL: desk.url.href }
    place = await studio({ scripts, faults: (number) => (number === 3 ? hung : undefined) })
  })
  afterAll(async () => {
    await desk.stop(true)
    await place[Symbol.asyncDispose]()
  })

  test("is not in the journal of a recording that is cut short, nor in its report", async () => {
    const { child, finished } = place.start(suite, ["--record", "--concurrency", "1", ...reports(place)], { env })
    await eventually(() => place.requests.length === 3, 30_000)
    child.kill("SIGINT")
    const interrupted = await finished
    assert.equal(interrupted.code, 130)
    assert.deepEqual(runsIn(place.files().get(`${cassette}.journal`)), [1])
    assert.deepEqual(shownIn(leftBy(interrupted, place)), [])
  })

  test("is in no cassette, report or log, in no spelling: its name is, and a part of its hash", async () => {
    const recorded = await place.run(suite, ["--record=missing", ...reports(place)], { env })
    assert.equal(recorded.code, 1)
    assert.deepEqual([...place.files().keys()].toSorted(), [cassette, "junit.xml", "report.json"])
    assert.deepEqual(shownIn(leftBy(recorded, place)), [])
    for (const text of [recorded.stdout, ...place.files().values()]) {
      for (const name of ["SERVICE_TOKEN", "VAULT_PIN", "Authorization", "LLM_LOGIN"]) {
        assert.match(text, new RegExp(`\\[REDACTED:${name}:[0-9a-f]{8}\\]`))
      }
    }
  })

  test("is not needed for a replay, which gives the same reports", async () => {
    const before = place.files()
    const { DESK_URL = "" } = env
    const { code } = await place.run(suite, reports(place), { env: { DESK_URL, ANTHROPIC_API_KEY: "" } })
    assert.deepEqual([code, place.files()], [1, before])
  })

  test("is not shown by --live-tools, which finds every result as it was recorded", async () => {
    const live = await place.run(suite, ["--live-tools", ...reports(place)], { env })
    assert.equal(live.stdout.match(/RESULT_SAME: 2 of 2 results are as recorded\./g)?.length, 2)
    assert.deepEqual(shownIn(leftBy(live, place)), [])
  })

  test("did reach the model, and the key its provider: there was something to hide", () => {
    const heard = JSON.stringify(place.requests.map(({ body, headers }) => [body, headers]))
    for (const secret of all) assert.ok(heard.includes(secret), secret)
    for (const how of ["base64", "a Basic header", "percent-encoding"]) {
      assert.ok(shownIn(heard).includes(`${secrets.SERVICE_TOKEN} as ${how}`), how)
    }
  })

  test("is not quoted from the last words of a server", async () => {
    await using other = await studio({ scripts })
    const crashed = await other.run(suite, ["--record", "--filter", "crashes"], { env })
    assert.equal(crashed.code, 2)
    assert.match(crashed.stdout, /The vault cannot be opened with \[REDACTED:SERVICE_TOKEN:[0-9a-f]{8}\]/)
    assert.deepEqual(shownIn(leftBy(crashed, other)), [])
  })
})

/** A server over HTTP with one tool, which tells the header that it was asked with, and what it knows from elsewhere. */
const startDesk = () =>
  Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      if (request.method !== "POST") return new Response(null, { status: 405 })
      const { id, method, params } = (await request.json()) as {
        readonly id?: number
        readonly method: string
        readonly params?: { readonly protocolVersion?: string }
      }
      if (id === undefined) return new Response(null, { status: 202 })
      const results: Readonly<Record<string, unknown>> = {
        initialize: {
          protocolVersion: params?.protocolVersion,
          capabilities: { tools: {} },
          serverInfo: { name: "desk", version: "1.0.0" }
        },
        "tools/list": { tools: [{ name: "tell", inputSchema: { type: "object" } }] },
        "tools/call": {
          content: [{ type: "text", text: `${request.headers.get("authorization")} ${secrets.LLM_LOGIN}` }]
        }
      }
      return Response.json({ jsonrpc: "2.0", id, result: results[method] })
    }
  })
