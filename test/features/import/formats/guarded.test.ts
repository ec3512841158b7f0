/**
 * No reader loses a call: whatever a file of its format calls its parts, the calls are read, or the file is refused.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import type { Json } from "../../../../src/base/domain/Json.ts"
import { fitting, type FormatName, formats } from "../../../../src/features/import/formats/formats.ts"
import type { Document, ImportedRun, Item, Refusal } from "../../../../src/edges/telemetry/Item.ts"
import { documentsOf, type Sample, samples } from "./samples.ts"

const read = (format: FormatName, documents: ReadonlyArray<Document>) => {
  const items: ReadonlyArray<Item> = [...formats[format].read(documents, { inferErrors: false })]
  return {
    runs: items.filter((item): item is ImportedRun => item.kind === "run"),
    refusals: items.filter((item): item is Refusal => item.kind === "refusal")
  }
}

/** Names and values of arguments, whose keys a sample may have renamed. */
const calls = (runs: ReadonlyArray<ImportedRun>) =>
  runs.flatMap(({ trace }) => trace.tool_calls.map(({ args, name }) => [name, ...Object.values(args as object)]))

const BOTH = [
  ["find_order", 7],
  ["refund_order", 7, 12.5]
]

/** Every name in the files: keys of objects, also in texts of JSON, names of attributes, and types. */
const namesIn = (value: Json, found = new Set<string>()): ReadonlySet<string> => {
  if (typeof value === "string" && /^[[{]/.test(value)) namesIn(JSON.parse(value) as Json, found)
  else if (Array.isArray(value)) for (const item of value) namesIn(item, found)
  else if (typeof value === "object" && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      found.add(key)
      if (/^(?:type|key|role|state)$/.test(key) && typeof member === "string") {
        for (const part of key === "key" ? member.split(".") : [member]) if (!/^\d+$/.test(part)) found.add(part)
      }
      namesIn(member, found)
    }
  }
  return found
}

/** The sample with another name wherever this one is. */
const renamed = (value: Json, from: string, to: string): Json => {
  const other = (name: string) =>
    name
      .split(".")
      .map((part) => (part === from ? to : part))
      .join(".")
  if (typeof value === "string") {
    return /^[[{]/.test(value) ? JSON.stringify(renamed(JSON.parse(value) as Json, from, to)) : value
  }
  if (Array.isArray(value)) return value.map((item) => renamed(item, from, to))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      const isName = /^(?:type|key|role|state)$/.test(key) && typeof member === "string"
      return [key === from ? to : key, isName ? other(member) : renamed(member, from, to)]
    })
  )
}

const withRenamed = (sample: Sample, from: string, to: string): Sample => ({
  ...sample,
  files: Object.fromEntries(
    Object.entries(sample.files).map(([file, content]) => {
      const lines = (content as { readonly lines?: ReadonlyArray<Json> }).lines
      return [
        file,
        lines === undefined ? renamed(content as Json, from, to) : { lines: lines.map((one) => renamed(one, from, to)) }
      ]
    })
  )
})

const all = samples.map((sample) => [`${sample.format}, ${sample.name}`, sample] as const)

describe("a file", () => {
  test.each(all)("%s: is recognized, and both calls are read with their arguments", (_, sample) => {
    const documents = documentsOf(sample)
    const perFile = Object.keys(sample.files).map((file) => fitting(documents.filter((one) => one.file === file)))
    assert.ok(
      perFile.some((names) => names.length === 1 && names[0] === sample.format),
      JSON.stringify(perFile)
    )
    const { refusals, runs } = read(sample.format, documents)
    assert.deepEqual([refusals, runs.length, calls(runs)], [[], 1, BOTH])
    assert.equal(runs[0]?.trace.conversation.turns[sample.format === "tau2" ? 1 : 0]?.content, "Refund order 7.")
  })

  test.each(all)("%s: whatever name is another, no run has fewer calls", (_, sample) => {
    const names = namesIn(Object.values(sample.files) as unknown as Json)
    for (const name of [...names].filter((one) => one !== "tool-find_order")) {
      for (const to of ["renamed", `${name}x`, name.toUpperCase()].filter((other) => other !== name)) {
        const { runs } = read(sample.format, documentsOf(withRenamed(sample, name, to)))
        const whole = runs.filter((run) => run.kind === "run")
        if (whole.length > 0) assert.deepEqual(calls(whole), BOTH, `${name} is ${to}`)
      }
    }
  })

  test.each(all)("%s: read as another format, no run has fewer calls", (_, sample) => {
    for (const format of Object.keys(formats) as ReadonlyArray<FormatName>) {
      const { runs } = read(format, documentsOf(sample))
      if (runs.length > 0) assert.deepEqual(calls(runs), BOTH, format)
    }
  })
})
