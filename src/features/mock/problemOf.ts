/**
 * Words the first issue of a Schema error, with its path.
 */
import type * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import { atIndex, atKey } from "../../base/std/path.ts"
import { nearest } from "../../base/std/nearest.ts"
import { shorten } from "../../base/std/shorten.ts"

export interface MockProblem {
  readonly path: ReadonlyArray<PropertyKey>
  readonly what: string
  readonly hint: string
}

export const problemOf = ({ issue }: Schema.SchemaError): MockProblem => {
  const { leaf, path } = innermost(issue, [])
  const where = shown(path)
  switch (leaf._tag) {
    case "MissingKey":
      return { path, what: `${where} is missing`, hint: "Add it." }
    case "UnexpectedKey": {
      const known = keysOf(leaf)
      const close = nearest(String(path.at(-1)), known)
      const hint = close === undefined ? `There are ${known.join(", ")}.` : `Did you mean ${close}?`
      return { path, what: `${where} is not a key that is known here`, hint }
    }
    default:
      return { path, what: `${where}: ${shorten(messageOf(leaf), 200)}`, hint: "Correct it." }
  }
}

interface Found {
  readonly leaf: SchemaIssue.Issue
  readonly path: ReadonlyArray<PropertyKey>
}

const innermost = (issue: SchemaIssue.Issue, path: ReadonlyArray<PropertyKey>): Found => {
  switch (issue._tag) {
    case "Pointer":
      return innermost(issue.issue, [...path, ...issue.path])
    case "Composite":
    case "AnyOf":
      return issue.issues[0] === undefined ? { leaf: issue, path } : innermost(issue.issues[0], path)
    case "Filter":
      return issue.issue._tag === "Pointer" ? innermost(issue.issue, path) : { leaf: issue, path }
    default:
      return { leaf: issue, path }
  }
}

const keysOf = ({ ast }: SchemaIssue.UnexpectedKey): ReadonlyArray<string> =>
  ast._tag === "Objects" ? ast.propertySignatures.map(({ name }) => String(name)) : []

const formatIssue = SchemaIssue.makeFormatterStandardSchemaV1()

const messageOf = (leaf: SchemaIssue.Issue): string =>
  (formatIssue(leaf).issues[0]?.message ?? "").replace(/^Expected/, "expected")

/** A path for a person. Keys may be of any length. */
export const shown = (path: ReadonlyArray<PropertyKey>): string =>
  shorten(
    path.reduce<string>(
      (above, key) => (typeof key === "number" ? atIndex(above, key) : atKey(above, String(key))),
      ""
    ),
    200
  ) || "the file"
