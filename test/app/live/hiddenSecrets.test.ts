/**
 * A secret that the suite itself says, in a prompt or in a gate: the model is told it, and no output shows it.
 */
import { afterAll, beforeAll, describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { join } from "node:path"
import { reporters } from "../../reporters.ts"
import { encodings } from "../../engine/layers/record/canaries.ts"
import { root } from "../project.ts"
import { studio } from "./studio.ts"

setDefaultTimeout(60_000)

const suite = "test/app/live/suites/telling.ts"
const secret = `t0ken"of+the==<environment>&more`
const env = { SERVICE_TOKEN: secret }
const passhat = join(root, "dist/doors/passhat.js")

/** Spellings of the secret, also as XML, HTML and the commands of a CI have them. */
const spellings: ReadonlyArray<readonly [string, string]> = [
  ...encodings.map(([how, encode]) => [how, encode(secret)] as const),
  ["HTML", secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")],
  ["JSON in a page", JSON.stringify(secret).slice(1, -1).replaceAll("<", "\\u003c").replaceAll("&", "\\u0026")]
]
const shownIn = (text: string): ReadonlyArray<string> =>
  spellings.filter(([, spelt]) => text.includes(spelt)).map(([how]) => how)

describe("a secret in a prompt", () => {
  let place: Awaited<ReturnType<typeof studio>>
  const files = reporters.map(({ name }) => `--reporter=${name}=${join("reports", name)}`)
  const outputs = (): ReadonlyArray<string> => reporters.map(({ name }) => join("reports", name))
  beforeAll(async () => {
    place = await studio({ scripts: () => [{ turns: [{ text: "I am in." }] }] })
  })
  afterAll(() => place[Symbol.asyncDispose]())

  /** All reporters, verbose and with traces, and what they wrote. */
  const run = async (args: ReadonlyArray<string>, more: Readonly<Record<string, string>> = env) => {
    const targets = files.map((one) => one.replace("reports", join(place.folder, "reports")))
    const { code, stderr, stdout } = await place.run(
      suite,
      [...args, "--verbose", "--with-traces", "--concurrency=1", ...targets],
      { env: { ...more, GITHUB_STEP_SUMMARY: join(place.folder, "summary.md") } }
    )
    return { code, texts: [stdout, stderr, ...place.files().values()] }
  }

  test("is in no report, event or summary of a recording, nor in the recording", async () => {
    const { code, texts } = await run(["--record"])
    assert.equal(code, 1, texts.join("\n"))
    assert.deepEqual(shownIn(texts.join("\n")), [])
    for (const file of outputs()) assert.ok(place.files().has(file), file)
    assert.ok(JSON.stringify(place.requests.map(({ body }) => body)).includes(JSON.stringify(secret).slice(1, -1)))
  })

  test("is in none of a replay, whose recording is still fresh", async () => {
    const recorded = [...place.files()].filter(([name]) => name.includes("report"))
    const { code, texts } = await run([])
    assert.equal(code, 1)
    assert.deepEqual(shownIn(texts.join("\n")), [])
    assert.ok(recorded.length >= reporters.length)
    for (const name of ["json", "html"].map((one) => join("reports", one))) {
      assert.match(place.files().get(name) ?? "", /Log in with \S*\[REDACTED:SERVICE_TOKEN:[0-9a-f]{8}\]/)
    }
  })

  test("is not in a plan, nor in what a check says of a stale recording", async () => {
    const plan = await place.run(suite, ["--plan"], { env })
    assert.equal(plan.code, 0)
    assert.match(plan.stdout, /"prompt": "Log in with \S*\[REDACTED:SERVICE_TOKEN:[0-9a-f]{8}\]/)
    assert.deepEqual(shownIn(plan.stdout + plan.stderr), [])
    const other = `0ther-${secret}`
    const stale = await place.run(passhat, ["check", suite], { env: { SERVICE_TOKEN: other } })
    assert.equal(stale.code, 2)
    assert.match(stale.stdout, /STALE_CASSETTE.*prompt/)
    assert.deepEqual(shownIn(stale.stdout + stale.stderr), [])
  })

  test("would be shown if its value were not known to be one", async () => {
    const everyday = "anonymous"
    const { texts } = await run(["--record"], { SERVICE_TOKEN: everyday })
    const prompt = `Log in with ${Buffer.from(`user:${everyday}`).toString("base64")}, else with ${everyday}.`
    assert.ok(texts.filter((text) => text.includes(prompt)).length > 3)
  })
})
