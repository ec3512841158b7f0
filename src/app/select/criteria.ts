/**
 * The conditions that a cell has to meet to be run: one for each kind of flag, and one for `only`. They choose cells,
 * never runs.
 */
import * as Effect from "effect/Effect"
import type { Cell } from "../../base/domain/plan/Plan.ts"
import { shownModel } from "../../language/dsl/model.ts"
import { cellId } from "../../language/plan/cellId.ts"
import { nearest } from "../../base/std/nearest.ts"
import { matchesWildcards } from "../../base/std/wildcards.ts"
import type { LoadedSuite, Suites } from "../suites/compileSuites.ts"
import type { SelectionFlags } from "../flags/runFlags.ts"
import type { Environment } from "../../base/std/Environment.ts"
import type { Project } from "../kit/project.ts"
import { UsageError } from "../kit/UsageError.ts"
import { lastReport, wasRed } from "./LastReport.ts"

export interface Criterion {
  /** As it was typed: `--tag "slow"`. */
  readonly asked: string
  readonly accepts: (cell: Cell, project: Project) => boolean
}

/** `--cell`, `--filter`, `--tag`, `--model` and `--case`. A cell has to meet all of them. */
export const criteriaOf = ({
  case: cases,
  cell: ids,
  filter,
  model,
  tag
}: SelectionFlags): ReadonlyArray<Criterion> => [
  ...anyOf("--cell", ids, ({ id }) => [id]),
  ...(filter === undefined ? [] : [byName(filter)]),
  ...anyOf("--tag", tag, (cell) => cell.tags ?? []),
  ...anyOf("--model", model, (cell) => [cell.model]),
  ...anyOf("--case", cases, (cell) => (cell.case === undefined ? [] : [cell.case.row]), matches)
]

/** What a suite marks with `only`. */
export const isOnly = (cell: Cell): boolean => cell.only === true
export const markedOnly: Criterion = { asked: "only", accepts: isOnly }

/** `--failed`: the cells that were red when they were last judged. Fails if there is none: an empty selection is no pass. */
export const failedBefore = Effect.fnUntraced(function* (suites: Suites, environment: Environment) {
  const roots = [...new Set(suites.map(({ project }) => project.root))]
  const reports = roots.map((root) => lastReport(root, environment))
  const criterion: Criterion = {
    asked: "--failed",
    accepts: ({ id }, { root }) => {
      const last = reports[roots.indexOf(root)]
      return last !== undefined && wasRed(last, id)
    }
  }
  const isAnyRed = suites.some(
    (one) => one._tag === "refused" || one.whole.cells.some((cell) => criterion.accepts(cell, one.project))
  )
  return isAnyRed
    ? criterion
    : yield* new UsageError({
        what: "Nothing in these suites was red when it was last judged, if it ever was.",
        hint: "Run without --failed to judge all of it."
      })
})

/**
 * Fails if no suite has a cell, a tag, a model or a case that was asked for: a misspelt one must not become an empty selection. Looks at
 * suites and not at their plans, because some suites do not compile.
 */
export const checkNames = (
  loaded: ReadonlyArray<LoadedSuite>,
  { case: cases, cell: ids, model, tag }: SelectionFlags
): Effect.Effect<void, UsageError> => {
  const agents = loaded.flatMap(({ suite }) => suite.agents)
  const tags = agents.flatMap((agent) => agent.tags)
  const models = agents.flatMap((agent) => agent.models.map(shownModel))
  const rows = agents.flatMap((agent) => (agent.case === undefined ? [] : [agent.case.row]))
  const cells = loaded.flatMap(({ suite }) =>
    suite.agents.flatMap((agent) => agent.models.map((one) => cellId(suite, agent, shownModel(one))))
  )
  const [unknown] = [
    ...unknownCells(ids, cells),
    ...unknownNames("tag", tag, tags),
    ...unknownNames("model", model, models),
    ...unknownCases(cases, rows)
  ]
  return unknown === undefined ? Effect.void : Effect.fail(unknown)
}

const unknownNames = (
  noun: string,
  asked: ReadonlyArray<string>,
  known: ReadonlyArray<string>
): ReadonlyArray<UsageError> =>
  asked
    .filter((name) => !known.includes(name))
    .map(
      (name) =>
        new UsageError({
          what: `No agent has the ${noun} ${JSON.stringify(name)}.`,
          hint: hintFor(noun, name, [...new Set(known)])
        })
    )

const unknownCells = (asked: ReadonlyArray<string>, known: ReadonlyArray<string>): ReadonlyArray<UsageError> =>
  asked
    .filter((id) => !known.includes(id))
    .map((id) => new UsageError({ what: `No cell has the id ${JSON.stringify(id)}.`, hint: hintForCell(id, known) }))

/** How many ids a message names. */
const NAMED = 5

/** The ids that a part of an id is in, else the nearest one, else some of them. */
const hintForCell = (id: string, known: ReadonlyArray<string>): string => {
  const close = nearest(id, known)
  const near = close === undefined ? known.filter((one) => id !== "" && one.includes(id)) : [close]
  const some = near.length > 0 ? near : known
  const more = some.length > NAMED ? ` and ${some.length - NAMED} more` : ""
  const list = `${some
    .slice(0, NAMED)
    .map((one) => JSON.stringify(one))
    .join(", ")}${more}`
  if (known.length === 0) return "There are no cells in these suites."
  return near.length === 1
    ? `Did you mean ${list}?`
    : near.length > 1
      ? `It is a part of ${list}.`
      : `The ids are ${list}.`
}

const unknownCases = (asked: ReadonlyArray<string>, known: ReadonlyArray<string>): ReadonlyArray<UsageError> =>
  asked
    .filter((pattern) => !known.some((name) => matches(pattern, name)))
    .map(
      (pattern) =>
        new UsageError({
          what: `No case ${/[*?]/.test(pattern) ? "matches" : "is named"} ${JSON.stringify(pattern)}.`,
          hint: hintFor("case", pattern, [...new Set(known)])
        })
    )

/** A name is a pattern of itself, whatever characters are in it. */
const matches = (pattern: string, name: string): boolean => pattern === name || matchesWildcards(pattern, name)

const hintFor = (noun: string, name: string, known: ReadonlyArray<string>): string => {
  const close = nearest(name, known)
  if (close !== undefined) return `Did you mean ${JSON.stringify(close)}?`
  return known.length === 0
    ? `There are no ${noun}s in these suites.`
    : `The ${noun}s are ${known.map((one) => JSON.stringify(one)).join(", ")}.`
}

const byName = (text: string): Criterion => ({
  asked: `--filter ${JSON.stringify(text)}`,
  accepts: (cell) => cell.name.includes(text) || cell.id.includes(text)
})

const anyOf = (
  flag: string,
  names: ReadonlyArray<string>,
  of: (cell: Cell) => ReadonlyArray<string>,
  isMeant: (asked: string, name: string) => boolean = (asked, name) => asked === name
): ReadonlyArray<Criterion> =>
  names.length === 0
    ? []
    : [
        {
          asked: names.map((name) => `${flag} ${JSON.stringify(name)}`).join(" "),
          accepts: (cell) => of(cell).some((name) => names.some((asked) => isMeant(asked, name)))
        }
      ]
