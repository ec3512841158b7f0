import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import { addTexts, readObject } from "../../../src/features/init/jsonText.ts"

const scripts = { a: "1", "b:c": 'say "2"' }

describe("texts are added to JSON in its own layout", () => {
  test.each<readonly [string, string, string]>([
    [
      "two spaces",
      `{\n  "name": "x",\n  "scripts": {\n    "test": "true"\n  },\n  "files": ["a", "b"]\n}\n`,
      `{\n  "name": "x",\n  "scripts": {\n    "test": "true",\n    "a": "1",\n    "b:c": "say \\"2\\""\n  },\n  "files": ["a", "b"]\n}\n`
    ],
    [
      "tabs, no scripts yet, no end of the last line",
      `{\n\t"name": "x"\n}`,
      `{\n\t"name": "x",\n\t"scripts": {\n\t\t"a": "1",\n\t\t"b:c": "say \\"2\\""\n\t}\n}`
    ],
    [
      "CRLF line ends",
      `{\r\n  "scripts": {}\r\n}\r\n`,
      `{\r\n  "scripts": {\r\n    "a": "1",\r\n    "b:c": "say \\"2\\""\r\n  }\r\n}\r\n`
    ],
    [
      "one line",
      `{ "type": "module", "scripts": { "x": "y" } }\n`,
      `{ "type": "module", "scripts": { "x": "y", "a": "1", "b:c": "say \\"2\\"" } }\n`
    ],
    ["an empty object", `{}`, `{ "scripts": { "a": "1", "b:c": "say \\"2\\"" } }`],
    [
      "comments and a trailing comma",
      `{\n  // "scripts": {\n  "scripts": {\n    "x": "}", // the } of x\n  },\n}\n`,
      `{\n  // "scripts": {\n  "scripts": {\n    "x": "}", // the } of x\n    "a": "1",\n    "b:c": "say \\"2\\"",\n  },\n}\n`
    ],
    [
      "a comment in an empty object",
      `{\n  "scripts": {\n    // none\n  }\n}\n`,
      `{\n  "scripts": {\n    // none\n    "a": "1",\n    "b:c": "say \\"2\\""\n  }\n}\n`
    ],
    [
      "another member of the same name, deeper",
      `{\n  "x": { "scripts": {} },\n  "scripts": { "y": "z" }\n}\n`,
      `{\n  "x": { "scripts": {} },\n  "scripts": { "y": "z", "a": "1", "b:c": "say \\"2\\"" }\n}\n`
    ],
    [
      "a byte order mark",
      `\uFEFF{ "scripts": { "y": "z" } }`,
      `\uFEFF{ "scripts": { "y": "z", "a": "1", "b:c": "say \\"2\\"" } }`
    ]
  ])("%s", (_, before, after) => {
    assert.equal(addTexts(before, "scripts", scripts), after)
    assert.deepEqual(readObject(after)?.["scripts"], { ...(readObject(before)?.["scripts"] as {}), ...scripts })
  })

  test("the texts are added to any object, and its other members are kept", () => {
    const objects = fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true })
    const layouts = fc.constantFrom(undefined, 1, 2, 4, "\t")
    fc.assert(
      fc.property(objects, fc.option(objects), layouts, (rest, existing, indent) => {
        const { a: _, "b:c": __, ...others } = existing ?? {}
        const whole = { ...rest, ...(existing !== null && { scripts: others }) }
        if (existing === null) delete whole["scripts"]
        const text = JSON.stringify(whole, null, indent)
        const now = addTexts(text, "scripts", scripts)
        const scriptsBefore = existing === null ? {} : others
        const expected = JSON.parse(JSON.stringify({ ...whole, scripts: { ...scriptsBefore, ...scripts } }))
        assert.deepEqual(JSON.parse(now), expected)
        assert.deepEqual(readObject(now), expected)
      })
    )
  })

  test.each(["", "[]", "3", "{", '{ "a" }', "null", '{ "a": 1 } }'])("%p is not read as an object", (text) => {
    assert.equal(readObject(text), undefined)
  })
})

test("a text with a quote or a slash that belongs to nothing is no object", () => {
  for (const text of ['"{}', '{}"', "{} /", "/{}", "{} /* open", '{ "a": 1 "'])
    assert.equal(readObject(text), undefined, text)
})

test.each([
  ["quotes", '{"\\'.repeat(100_000)],
  ["escaped quotes", `{"${'\\"'.repeat(100_000)}`],
  ["comments", `{${"/*".repeat(100_000)}`]
])("a text of %s that do not end takes no square of the time", (_, text) => {
  const began = process.cpuUsage()
  assert.equal(readObject(text), undefined)
  const { system, user } = process.cpuUsage(began)
  assert.ok(system + user < 2_000_000, `${(system + user) / 1000} ms of processor time`)
})

test("a comma without a member before it makes no object", () => {
  for (const text of ["{,}", '{"a":[,]}', '{"a":1,,}']) assert.equal(readObject(text), undefined, text)
})

test("texts are not added to a comment at the end of the line of the last member", () => {
  const text = '{ "scripts": { "test": "x", // last\n  }\n}\n'
  assert.deepEqual(readObject(addTexts(text, "scripts", { a: "1" })), { scripts: { test: "x", a: "1" } })
})
