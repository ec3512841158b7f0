import { afterAll, describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as Own from "effect/Schema"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Schema } from "passhat/schema"
import { z } from "zod"
import { readRows } from "../../../src/features/rows/readRows.ts"

const folder = mkdtempSync(join(tmpdir(), "passhat-rows-"))
afterAll(() => rmSync(folder, { recursive: true }))

const Row = Schema.Struct({
  name: Schema.String,
  prompt: Schema.String,
  tool: Schema.Literals(["find", "update"]),
  days: Schema.optionalKey(Schema.FiniteFromString)
})

const read = (name: string, text: string | Uint8Array, schema: unknown = Row) => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return readRows({ path, shown: name, isForeign: false, suite: import.meta.filename }, schema)
}
const rows = (name: string, text: string | Uint8Array, schema?: unknown) => {
  const found = read(name, text, schema)
  assert.ok(typeof found !== "string", String(found))
  return found
}
const mistakes = (name: string, text: string | Uint8Array, schema?: unknown): ReadonlyArray<string> => {
  const found = read(name, text, schema)
  assert.ok(typeof found === "string", "nothing was wrong")
  return found.split("\n").map((line) => line.trim())
}

const HEAD = "name,prompt,tool,days\n"
const asks = { name: "asks", prompt: "Hi", tool: "find" }

describe("rows", () => {
  test("of a CSV are texts, and the schema makes numbers of them", () => {
    assert.deepEqual(rows("a.csv", `${HEAD}asks,Hi,find,3\nplans,"a ""b""\r\nc",update,\n`), [
      { ...asks, days: 3 },
      { name: "plans", prompt: 'a "b"\nc', tool: "update" }
    ])
  })

  test("are the same with CRLF and a byte order mark", () => {
    assert.deepEqual(rows("b.csv", `\ufeff${HEAD}asks,"H\ni",find,\n`.replaceAll("\n", "\r\n")), [
      { ...asks, prompt: "H\ni" }
    ])
    assert.deepEqual(rows("b.json", `\ufeff[${JSON.stringify(asks)}]\r\n`), [asks])
    assert.deepEqual(
      rows("b.jsonl", `\ufeff${JSON.stringify(asks)}\r\n\r\n${JSON.stringify({ ...asks, name: "b" })}`),
      [asks, { ...asks, name: "b" }]
    )
  })

  test('an empty field of a CSV is left out, and "" is an empty text', () => {
    const Optional = Schema.Struct({ name: Schema.String, note: Schema.optionalKey(Schema.String) })
    assert.deepEqual(rows("c.csv", `name,note\na,\nb,""\n`, Optional), [{ name: "a" }, { name: "b", note: "" }])
  })

  test("an id is a name where there is none", () => {
    assert.deepEqual(rows("d.json", `[{"id": 7}, {"id": 8}]`, z.object({ id: z.number() })), [{ id: 7 }, { id: 8 }])
  })

  const kinds: ReadonlyArray<readonly [string, unknown]> = [
    ["passhat/schema", Row],
    [
      "an own copy of effect",
      Own.Struct({ name: Own.String, prompt: Own.String, tool: Own.Literals(["find", "update"]) })
    ],
    [
      "an own copy of effect, as a Standard Schema",
      Own.toStandardSchemaV1(Own.Struct({ name: Own.String, prompt: Own.String, tool: Own.String }))
    ],
    [
      "a class of effect",
      class Ask extends Own.Class<Ask>("Ask")({ name: Own.String, prompt: Own.String, tool: Own.String }) {}
    ],
    ["zod", z.object({ name: z.string(), prompt: z.string(), tool: z.enum(["find", "update"]) })]
  ]
  test.each(kinds)("are decoded by %s", (_, schema) => {
    assert.deepEqual({ ...rows("e.jsonl", JSON.stringify(asks), schema)[0] }, asks)
    assert.match(
      mistakes("e.jsonl", `{"name": "a", "prompt": 5, "tool": "find"}`, schema).join(),
      /^e\.jsonl:1:25: prompt is 5: /
    )
  })
})

describe("everything that is wrong is told at once, with its place", () => {
  test("three bad lines of a CSV of two hundred rows", () => {
    const lines = Array.from({ length: 200 }, (_, at) => `row ${at + 1},Hi,find,1`)
    lines[12] = "row 13,Hi,fnd,1"
    lines[76] = "row 77,Hi"
    lines[149] = `row 150,"Hi",find,soon`
    assert.deepEqual(mistakes("a.csv", `${HEAD}${lines.join("\n")}\n`), [
      "a.csv has 3 mistakes:",
      'a.csv:14:11: tool is "fnd": Expected "find" | "update".',
      "a.csv:78:8: the row has 2 fields, and the header has 4.",
      `a.csv:151:19: days is "soon": Expected a finite number.`
    ])
  })

  test("what is no CSV, beside what the schema refuses in other rows", () => {
    assert.deepEqual(mistakes("a.csv", `${HEAD}a,b"c,find,1\nb,b,fnd,1\n"c"d,b,find\n`), [
      "a.csv has 3 mistakes:",
      'a.csv:2:4: a field that is not in quotes has a ": write "" in a quoted field.',
      'a.csv:3:5: tool is "fnd": Expected "find" | "update".',
      'a.csv:4:4: there is text behind the closing " of a field.'
    ])
  })

  test("of one row, every field", () => {
    assert.deepEqual(mistakes("a.jsonl", `{"name": "a",  "prompt": 5}\n`), [
      "a.jsonl has 2 mistakes:",
      "a.jsonl:1:1: tool is missing: Missing key.",
      "a.jsonl:1:26: prompt is 5: Expected string."
    ])
  })

  test("a mistake deep in a row of a JSON file is told by its path", () => {
    const Deep = z.object({ name: z.string(), tools: z.array(z.object({ name: z.string() })) })
    const text = `[\n  {"name": "a", "tools": [{"name": "x"},\n    {"name": 5}]}\n]`
    assert.match(mistakes("a.json", text, Deep).join(), /^a\.json:3:14: tools\[1\]\.name is 5: /)
  })

  const cases: ReadonlyArray<readonly [string, string | Uint8Array, ReadonlyArray<string>]> = [
    ["a.csv", "", ["a.csv has no rows. Add at least one."]],
    ["a.csv", HEAD, ["a.csv has no rows below its header. Add at least one."]],
    ["a.jsonl", "\n\n", ["a.jsonl has no rows. Add at least one."]],
    ["a.json", " ", ["a.json has no rows. Add at least one."]],
    ["a.json", "[]", ["a.json has no rows. Add at least one."]],
    ["a.json", `{"name": "a"}`, ["a.json:1:1: the file has an object, expected a list of rows."]],
    ["a.json", `[\n  {"name": "a",}\n]`, ["a.json:2:16: this is no JSON."]],
    ["a.json", `[5]`, ["a.json:1:2: the row is 5, expected an object."]],
    [
      "a.jsonl",
      `{"name": 5\n[]\n`,
      [
        "a.jsonl has 2 mistakes:",
        "a.jsonl:1:11: this is no JSON.",
        "a.jsonl:2:1: the row is a list, expected an object."
      ]
    ],
    ["a.csv", `name,prompt,tool,name\na,b,find,c\n`, [`a.csv:1:18: columns 1 and 4 are both named "name".`]],
    ["a.csv", `name,,tool\na,b,find\n`, [`a.csv:1:6: column 2 has no name.`]],
    [
      "a.csv",
      `name;prompt;tool\na;b;find\n`,
      [`a.csv:1:1: the fields are separated by semicolons; separate them by commas.`]
    ],
    ["a.csv", `name,tool\na,find\nb,update\n`, [`a.csv:1:1: the header has no column "prompt": Missing key.`]],
    ["a.csv", `${HEAD}a,b,find,1,2\n`, ["a.csv:2:12: the row has 5 fields, and the header has 4."]],
    ["a.csv", `${HEAD}"a,b,find,1\n`, [`a.csv:2:1: a field begins with " and has no closing ".`]],
    ["a.csv", `${HEAD}a,b,find,\nb,b,find,\na,c,find,\n`, [`a.csv:4:1: the name "a" is that of line 2 too.`]],
    [
      "a.csv",
      `${HEAD}" ",b,find,\n`,
      ["a.csv:2:1: the row has no name: give it a field name or id that is not empty."]
    ],
    ["a.csv", `${HEAD},b,find,\n`, ["a.csv:2:1: name is empty: Missing key."]],
    ["a.csv", new Uint8Array([0xff, 0xfe, 0x61, 0]), ["a.csv:1:1: the file is UTF-16; save it as UTF-8."]],
    [
      "a.csv",
      Buffer.from(`${HEAD}\ufffd,b,find,\nd\u00e9,b,find,\n`, "utf8").map((byte) => (byte === 0xc3 ? 0x64 : byte)),
      ["a.csv:3:3: a byte is not UTF-8; save the file as UTF-8."]
    ],
    ["a.txt", "", ["a.txt does not end in .csv, .jsonl or .json. Name it by what is in it."]]
  ]
  test.each(cases)("%s with %j", (name, text, told) => assert.deepEqual(mistakes(name, text), told))

  test("a file that is not there, a folder, and a path of this machine", () => {
    const at = (path: string, isForeign = false) =>
      readRows({ path: join(folder, path), shown: path, isForeign, suite: import.meta.filename }, Row)
    assert.equal(at("none.csv"), "none.csv cannot be read: ENOENT. Correct the path or the file.")
    assert.match(
      String(at("a.csv", true)),
      /a\.csv is a path of this machine outside of the project\. Name a file relative to the project\.$/
    )
  })

  test("what is no schema, and a schema that has to be waited for", () => {
    assert.match(
      mistakes("a.csv", `${HEAD}a,b,find,\n`, { name: "string" }).join(),
      /^rowsFrom cannot read a\.csv: its third argument is no schema/
    )
    const slow = z.object({ name: z.string() }).refine(async () => true)
    assert.match(
      mistakes("a.csv", `${HEAD}a,b,find,\n`, slow).join(),
      /a\.csv:2:1: the row: the schema decodes asynchronously/
    )
  })
})
