/**
 * Suites in plain JavaScript are not checked by types: whatever a combinator is given, the suite is refused with sentences,
 * and nothing throws.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import type { Suite } from "passhat"
import { isSuite } from "../../../src/app/suites/isSuite.ts"
import { jsonSchema } from "../../../src/language/metrics/jsonSchema.ts"
import type { AnyDriver } from "../../../src/language/dsl/driver.ts"
import { issuesOf } from "../../suites.ts"
import { places } from "./untyped/places.ts"
import { THROWN, values, type ValueName } from "./untyped/values.ts"

const names = Object.keys(values) as ReadonlyArray<ValueName>

/** As the command line reads an empty list of sources. */
const sourcesRead = ({ sources }: AnyDriver) => ({
  files: [],
  problems:
    sources?.length === 0 ? [{ what: "the list of its driver's sources is empty", hint: "Name its files." }] : []
})

/** The suite, or undefined if a getter of the value threw while it was made: that is an error of the user's own file. */
const made = (place: string, name: ValueName): Suite | undefined => {
  try {
    return places[place]?.make(values[name](), "weather")
  } catch (error) {
    if (error instanceof Error && (error.message === THROWN || name === "revoked proxy")) return undefined
    throw error
  }
}

describe.each(Object.keys(places))("%s", (place) => {
  for (const name of names) {
    const isTaken = places[place]?.takes.includes(name) === true
    test(`${isTaken ? "takes" : "refuses"}: ${name}`, () => {
      const suite = made(place, name)
      if (suite === undefined) return assert.ok(!isTaken)
      assert.ok(isSuite(suite), "what is made is a suite for the command line")
      const issues = issuesOf(suite, { jsonSchema, sourcesOf: sourcesRead })
      assert.equal(issues.length > 0, !isTaken, issues.map(({ message }) => message).join("\n") || "it compiles")
      for (const { code, hint, message } of issues) {
        assert.equal(code, "INVALID_SUITE")
        assert.match(message, /^Suite ".*": [^\n]{10,400}\.$/)
        assert.doesNotMatch(
          message,
          /Cannot read|is not (?:a function|an object|iterable|defined)|\bat \S+:\d+|\[object/
        )
        assert.match(hint ?? "", /^[^\n]{5,400}[.?]$/)
      }
    })
  }
})
