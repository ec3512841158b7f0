/**
 * Labels of runs, as `calibrate --labels` reads them: a run that is called bad does not become a good one.
 */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { keyOf, readLabels } from "../../../src/features/labels/labels.ts"
import type { Label } from "../../../src/base/domain/verdict/Label.ts"
import { at, textOf } from "../evidence.ts"
import { bytesOf, type Reader } from "../Reader.ts"
import { strictJson } from "../strictJson.ts"

const labels: ReadonlyArray<Label> = (["good", "bad", "note", "bad"] as const).map((label, run) => ({
  cell: "hostile/asks/claude-sonnet-4-5",
  evidence: String(run).repeat(32),
  label,
  ...(run > 1 && { note: "It asks twice,\nand says \u{1b}[31m \u202e <b>." }),
  run: run + 1
}))

const lines = labels.map((label) => `${JSON.stringify(label)}\n`)

export const LABELS = lines.join("")

export const labelsReader = (directory: string): Reader => {
  const file = join(directory, "labels.jsonl")
  return {
    name: "labels",
    seeds: bytesOf(LABELS, lines[1]!, ""),
    attacks: [
      {
        name: "a label that is written twice",
        seed: 1,
        bytes: Buffer.from(lines[1]!.replace('"label":"bad"', '"label":"bad","label":"good"'))
      },
      {
        name: "a byte that no text has",
        seed: 0,
        bytes: Buffer.from(LABELS.replace("asks twice", "asks \u00ff twice"), "latin1")
      },
      { name: "a deep value", seed: 1, bytes: Buffer.from(`${"[".repeat(100_000)}${"]".repeat(100_000)}\n`) }
    ],
    place: /labels\.jsonl:\d+: /,
    read: async (bytes) => {
      writeFileSync(file, bytes)
      const read = await Effect.runPromise(Effect.catch(readLabels(file), ({ message }) => Effect.succeed(message)))
      if (typeof read === "string") return { refusals: [read] }
      const wrong = wrongIn(textOf(bytes), read)
      return { refusals: [], ...(wrong !== undefined && { wrong }) }
    }
  }
}

/** Of the same run and evidence, the last line counts: read here without any code of passhat. */
const wrongIn = (text: string | undefined, read: ReadonlyMap<string, Label>): string | undefined => {
  if (text === undefined) return "it is not UTF-8"
  const expected = new Map<string, unknown>()
  for (const line of text.split(/\r?\n/).filter((one) => one !== "")) {
    const json = strictJson(line)
    if (json === undefined) return "a line is not strict JSON"
    const [run, evidence] = [at(json, "run"), at(json, "evidence")]
    if (typeof run !== "number" || typeof evidence !== "string") return "a line names no run"
    expected.set(keyOf({ run, evidence }), at(json, "label"))
  }
  const other = [...expected].find(([key, label]) => read.get(key)?.label !== label)
  return other === undefined && expected.size === read.size ? undefined : "a run has another label than its last line"
}
