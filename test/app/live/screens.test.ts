/**
 * Bytes that tools answer with reach the agents that ask for them, and nothing that passhat leaves behind.
 */
import { beforeAll, describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Script } from "../../../src/engine/layers/scripted/model.ts"
import { call, stdio, withSession } from "../../engine/layers/live/mcp/session.ts"
import { encodings } from "../../engine/layers/record/canaries.ts"
import * as Effect from "effect/Effect"
import { everyRuntime } from "../everyRuntime.ts"
import { root } from "../project.ts"
import { studio } from "./studio.ts"

setDefaultTimeout(120_000)

const suite = "test/app/live/suites/screens.ts"
const secret = "t0ken-of-the-screen-5e1f"

const turn = (name: string) => ({ calls: [{ server: "screen", name, args: {} }] })
const scripts = (): ReadonlyArray<Script> => [
  { turns: [turn("screenshot"), turn("sound"), turn("manual"), { text: "A screen." }] }
]

const digest = (base64: string): string => createHash("sha256").update(Buffer.from(base64, "base64")).digest("hex")

type Sent = Readonly<Record<"png" | "wav" | "pdf", string>>

/** What the server sends, as it sends it. */
const sent = async (): Promise<Sent> => {
  const server = {
    ...stdio("screen", [process.execPath, join(root, "test/app/live/screenServer.js")]),
    env: { SERVICE_TOKEN: secret }
  }
  const answers: ReadonlyArray<any> = await withSession([server], (session) =>
    Effect.forEach(["screenshot", "sound", "manual"], (name) => call(session, name, {}, "screen"))
  )
  return {
    png: answers[0].content[1].data,
    wav: answers[1].content[0].data,
    pdf: answers[2].content[0].resource.blob
  }
}

/** The hash of every long text of base64 in a request, by where it is in the request. */
const bytesIn = (value: unknown, path = ""): ReadonlyArray<readonly [path: string, sha256: string]> => {
  if (typeof value === "string") {
    const base64 = value.replace(/^data:[^,]*;base64,/, "")
    return /^[A-Za-z0-9+/]{100,}={0,2}$/.test(base64) ? [[path, digest(base64)]] : []
  }
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => bytesIn(member, `${path}/${name}`))
}

describe("bytes that a tool answers with", () => {
  let original: Sent
  beforeAll(async () => {
    original = await sent()
  })

  test.each(everyRuntime)(
    "reach models, drivers and commands, and stay out of everything else, on %s",
    async (runtime) => {
      const { pdf, png, wav } = original
      await using place = await studio({ scripts })
      const SEEN_LOG = join(place.folder, "seen")
      const env = {
        SERVICE_TOKEN: secret,
        SEEN_LOG,
        STANDIN_URL: place.env.ANTHROPIC_BASE_URL,
        OPENAI_API_KEY: "stand-in",
        OPENAI_BASE_URL: `${place.env.ANTHROPIC_BASE_URL}/v1`,
        PNG_BYTES: String(Buffer.from(png, "base64").length)
      }
      const report = (name: string) => [
        "--verbose",
        "--with-traces",
        "--reporter",
        "pretty",
        ...["json", "html", "ndjson", "junit"].flatMap((kind) => [
          "--reporter",
          `${kind}=${join(place.folder, name)}.${kind}`
        ])
      ]
      const recorded = await place.run(suite, ["--record", ...report("live")], { runtime, env })
      assert.equal(recorded.code, 0, recorded.stdout + recorded.stderr)

      const last = (path: string) => place.requests.findLast((asked) => asked.path.endsWith(path))?.body ?? {}
      const [image, audio, file] = [png, wav, pdf].map(digest)
      assert.deepEqual(
        {
          anthropic: bytesIn(last("/v1/messages")),
          openai: bytesIn(last("/responses")),
          compatible: bytesIn(last("/chat/completions"))
        },
        {
          anthropic: [
            ["/messages/2/content/0/content/1/source/data", image],
            ["/messages/6/content/0/content/0/source/data", file]
          ],
          openai: [
            ["/input/2/output/1/image_url", image],
            ["/input/6/output/0/file_data", file]
          ],
          compatible: [
            ["/messages/3/content/1/image_url/url", image],
            ["/messages/6/content/1/input_audio/data", audio],
            ["/messages/9/content/1/file/file_data", file]
          ]
        }
      )
      assert.deepEqual(
        readFileSync(SEEN_LOG, "utf8").trimEnd().split("\n").toSorted(),
        ["command", "driver"].flatMap((who) => [image, audio, file].map((hash) => `${who} ${hash}`)).toSorted()
      )

      const cassettes = [...place.files()].filter(([name]) => name.endsWith(".jsonl"))
      assert.equal(cassettes.length, 5)
      for (const [name, text] of cassettes) {
        assert.ok(text.includes(image!) && text.includes(audio!) && text.includes(file!), name)
        assert.ok(text.length < 8_000 && png.length > 200_000, `${name} has ${text.length} characters`)
      }
      const replayed = await place.run(suite, report("replay"), { runtime, env })
      assert.equal(replayed.stdout, recorded.stdout)
      const left = [recorded.stdout, recorded.stderr, ...place.files().values()].join("\n")
      assert.deepEqual(
        [png, wav, pdf].filter((data) => left.includes(data.slice(100, 160)) || left.includes(data.slice(-60))),
        []
      )
      assert.deepEqual(
        encodings.filter(([, encode]) => left.includes(encode(secret))).map(([how]) => how),
        []
      )
      const traces = (name: string) =>
        place
          .files()
          .get(`${name}.json`)
          ?.match(/"tool_results".*/g)
      assert.ok((traces("live")?.length ?? 0) > 0)
      assert.deepEqual(traces("replay"), traces("live"))
    }
  )
})
