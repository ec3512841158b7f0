/**
 * docs/recording.md: the fields, flags and modes that it names, and the message of every issue.
 */
import { afterAll, describe, test } from "bun:test"
import assert from "node:assert/strict"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { allRunFlags, commands } from "../program.ts"
import { modes } from "../../src/app/run/mode.ts"
import { Header, RecordedRun } from "../../src/base/domain/recording/Cassette.ts"
import { FingerprintParts } from "../../src/base/domain/plan/Plan.ts"
import { read } from "./blocks.ts"
import { cassetteIssues } from "./cassetteIssues.ts"

const page = read("docs/recording.md")
const empty = mkdtempSync(join(tmpdir(), "passhat-docs-"))
afterAll(() => rmSync(empty, { recursive: true }))

describe("names", () => {
  test.each(Object.entries({ Header, RecordedRun, FingerprintParts }))(
    "every field of %s is on the page",
    (_, { fields }) => {
      assert.deepEqual(
        Object.keys(fields).filter((field) => !page.includes(`\`${field}\``)),
        []
      )
    }
  )

  test("every flag of the page exists", () => {
    const all = { ...allRunFlags, ...commands["check"]!.flags }
    const flags = new Set(Object.keys(all).map((name) => name.replace(/[A-Z]/g, (x) => `-${x.toLowerCase()}`)))
    const told = Array.from(page.matchAll(/--(?:no-)?([a-z][a-z-]*)/g), ([, name = ""]) => name)
    assert.ok(told.includes("live-tools"))
    assert.deepEqual(
      told.filter((name) => !flags.has(name)),
      []
    )
  })

  test("every mode is on the page", () => {
    const listed = Object.keys(modes).map((mode) => `\`${mode}\``)
    assert.match(page, new RegExp(`\`PASSHAT_MODE\` \\(\`auto\`, ${listed.join(", ")}\\)`))
  })
})

describe("issues", () => {
  const rows = Array.from(page.matchAll(/^\| `([A-Z_]+)` +\| `(.+?)` +\|/gm), ([, code, form]) => [code, form] as const)

  test("each issue has the message of the page", async () => {
    const issues = await cassetteIssues(empty)
    assert.deepEqual(rows.map(([code]) => code).toSorted(), issues.map((one) => one?.code).toSorted())
    for (const [code, form = ""] of rows) {
      const { message = "" } = issues.find((one) => one?.code === code) ?? {}
      assert.match(message, new RegExp(`^${form.replace(/[.()]/g, "\\$&").replaceAll(/<[^>]+>/g, ".+")}$`))
    }
  })
})
