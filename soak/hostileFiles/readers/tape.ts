/**
 * Recordings of an agent's exchanges with its model, given to the agent again as `--live-agent` does: what it is given is in the file, as the
 * answer to what it asks.
 */
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { explainProblem } from "../../../src/engine/cassette/explain/explainProblem.ts"
import { readRecording } from "../../../src/engine/cassette/readRecording.ts"
import type { RecordedRun } from "../../../src/base/domain/recording/Cassette.ts"
import type { Json } from "../../../src/base/domain/Json.ts"
import type { WireExchange } from "../../../src/base/domain/recording/Wire.ts"
import { formatCassette } from "../../../src/engine/layers/record/writeCassette.ts"
import { runTapes } from "../../../src/engine/layers/liveAgent/runTapes.ts"
import { noCode } from "../../../src/engine/services/Driver.ts"
import { canonicalJson } from "../../../src/base/std/canonicalJson.ts"
import { bytesOf, type Reader } from "../Reader.ts"
import { drives, recordings } from "../recordings.ts"
import { strictJson } from "../strictJson.ts"

const asked = (content: string): Json => ({ model: "m", messages: [{ role: "user", content }] })

const exchange = (content: string, text: string, changes: Partial<WireExchange> = {}): WireExchange => ({
  api: "anthropic",
  method: "POST",
  path: "v1/messages",
  request: { json: asked(content) },
  status: 200,
  headers: { "content-type": "application/json" },
  answer: { text },
  ...changes
})

const exchanges = [
  exchange("one", `{"text":"first"}`),
  exchange("two", "data: second\n\n", { headers: { "content-type": "text/event-stream" } }),
  exchange("two", "slow down", { status: 429, headers: { "retry-after": "1" } }),
  exchange("three", "", { answer: { base64: "/////w==" }, cut: "provider" })
]

const green = recordings.find(({ cell }) => cell === drives)!

const wired = (run: RecordedRun): RecordedRun => ({
  ...run,
  wire: { tools: "[]", results: { c1: `{"content":[],"is_error":false,"timed_out":false}` }, exchanges }
})

export const tapeReader = (directory: string): Reader => {
  const folder = { directory, shown: "cassettes" }
  const file = join(directory, "tapes", `${drives.id}.jsonl`)
  mkdirSync(dirname(file), { recursive: true })
  return {
    name: "tape",
    seeds: bytesOf(formatCassette(green.header, green.runs.map(wired))),
    place: /, line \d+|, run \d+: |has no run \d|is stale: |is of version|first line/,
    read: async (bytes) => {
      writeFileSync(file, bytes)
      const recording = readRecording(folder, `tapes/${drives.id}.jsonl`)
      if ("code" in recording) return { refusals: [explainProblem(recording).sentence] }
      const tapes = runTapes(() => noCode)
      tapes.add(drives, recording, () => undefined)
      const kept = keptIn(bytes)
      const wrong = [...recording.runs.keys()].flatMap((run) =>
        exchanges.flatMap(({ answer: _, headers: _none, ...request }) => {
          const found = tapes.of(drives, run)?.exchanges.take(request)
          if (found === undefined || "asked" in found) return []
          const given = { ...found } as unknown as Json
          const isAsked = canonicalJson(found.request.json ?? null) === canonicalJson(request.request.json ?? null)
          const isKept = kept.some((one) => holds(one, given))
          return isAsked && isKept ? [] : [`run ${run} is given ${JSON.stringify(given)}`]
        })
      )
      for (const run of recording.runs.keys()) tapes.end(drives, run, false)
      return { refusals: [], ...(wrong[0] !== undefined && { wrong: wrong[0] }) }
    }
  }
}

/** Every exchange of a file, read without any code of passhat. */
const keptIn = (bytes: Uint8Array): ReadonlyArray<Json> =>
  Buffer.from(bytes)
    .toString("utf8")
    .split("\n")
    .map(strictJson)
    .flatMap((line) => {
      const { wire } = (line ?? {}) as { readonly wire?: { readonly exchanges?: ReadonlyArray<Json> } }
      return wire?.exchanges ?? []
    })

/** Whether a value has everything of another. It may have members that passhat does not know. */
const holds = (whole: Json | undefined, part: Json): boolean => {
  if (typeof part !== "object" || part === null) return whole === part
  if (typeof whole !== "object" || whole === null || Array.isArray(whole) !== Array.isArray(part)) return false
  const members = new Map<string, Json>(Object.entries(whole))
  return Object.entries(part).every(([name, member]) => holds(members.get(name), member as Json))
}
