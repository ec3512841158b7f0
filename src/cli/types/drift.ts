/**
 * What has changed between two catalogues, in sentences: first the one that is kept, then the one that the server has now.
 */
import { joinPath } from "../../domain/differences.ts"
import { shorten } from "../../report/visible.ts"
import type { Entry, Outline, Outlined } from "./outline.ts"

/** No sentence: nothing has changed but how the file is laid out, or how the server is reached. */
export const drift = (kept: Outline, now: Outline): ReadonlyArray<string> => [
  ...pairs(kept.tools, now.tools).flatMap(([before, after]) => changesOf("tool", before, after)),
  ...pairs(kept.definitions, now.definitions).flatMap(([before, after]) => changesOf("definition", before, after))
]

type Pair = readonly [before: Entry | undefined, after: Entry | undefined]

const pairs = (before: ReadonlyArray<Entry>, after: ReadonlyArray<Entry>): ReadonlyArray<Pair> =>
  [...new Set([...before, ...after].map(({ name }) => name))]
    .toSorted()
    .map((name) => [before.find((one) => one.name === name), after.find((one) => one.name === name)])

const changesOf = (noun: string, before: Entry | undefined, after: Entry | undefined): ReadonlyArray<string> => {
  if (before === undefined || after === undefined) {
    return [`The ${noun} ${(after ?? before)?.name} is ${before === undefined ? "new" : "gone"}.`]
  }
  const of = `The ${noun} ${before.name}`
  return [
    ...(before.doc === after.doc ? [] : [`${of} is described in other words.`]),
    ...schemaChanges(of, "", before.schema, after.schema)
  ]
}

const schemaChanges = (of: string, path: string, before: Outlined, after: Outlined): ReadonlyArray<string> => {
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  const argument = path === "" ? "" : `the argument ${path} `
  if (around(before) !== around(after) || was === undefined || is === undefined) {
    return before.text === after.text
      ? otherWords(of, argument, before.docs, after.docs)
      : [`${of}: ${argument === "" ? "its schema " : argument}${change(before, after)}.`]
  }
  return [
    ...otherWords(of, argument, before.docs, after.docs),
    ...pairs(was, is).flatMap(([one, other]) => fieldChanges(of, path, one, other))
  ]
}
