/**
 * `cases`: one agent for each row of a table. Reports show the agents as a table of case by model.
 */
import type { CasePlace } from "../../base/domain/plan/Plan.ts"
import { isObject } from "../../base/std/Json.ts"
import { code, type Kind, kind, listOf, shown } from "../../base/std/kinds.ts"
import { type Agent, extend, make, nodeOf, refusedAgent } from "./agent.ts"
import type { Needs } from "./facts.ts"

/** A row's name is its `name`, or its `id` if it has no `name`. */
export type NamedRow = { readonly name: string } | { readonly id: string | number }

/**
 * Makes an agent of each row. A row's name tells its case apart from the others: name the agent after it, and rows can be added,
 * removed and moved without a recording becoming stale.
 *
 * ```ts
 * const cities = [
 *   { name: "a capital", city: "Rome" },
 *   { name: "a village", city: "Coloma" }
 * ]
 *
 * suite(
 *   "cities",
 *   ...cases(cities, (row) =>
 *     agent(row.name, { model: "claude-sonnet-4-5", servers: [weather], prompt: `How warm is it in ${row.city}?` }).pipe(
 *       expect("tool_calls[0].args.city", equals(row.city))
 *     )
 *   )
 * )
 * ```
 */
export const cases = <const Rows extends ReadonlyArray<NamedRow>, Made extends Agent<never>>(
  rows: Rows & OneOrMore<Rows>,
  agentOf: (row: RowOf<Rows>) => Made
): ReadonlyArray<Made> => {
  const flaws = [...rowsKind(rows, "the first argument of cases"), ...code(agentOf, "the second argument of cases")]
  if (flaws.length > 0) return [refusedAgent(flaws) as Made]
  const places = rows.map(placeOf)
  const nodes = rows.map((row, at) =>
    nodeOf(agentOf(row as RowOf<Rows>), `what cases makes of row ${label(places[at])}`)
  )
  const [rowNames, agentNames] = [firstUses(places.map(({ row }) => row)), firstUses(nodes.map(({ name }) => name))]
  return nodes.map((node, at) => {
    const place = places[at]!
    const same =
      rowNames.get(place.row) !== at ? "have one name" : agentNames.get(node.name) !== at ? NAMED_ALIKE : undefined
    const first = (same === NAMED_ALIKE ? agentNames.get(node.name) : rowNames.get(place.row)) ?? at
    const clash = `rows ${first + 1} and ${at + 1} of ${place.table}, ${label(places[first])} and ${label(place)}, ${same}`
    return extend(make(node), () => ({ case: place }), same === undefined ? [] : [clash]) as unknown as Made
  })
}

const NAMED_ALIKE = "make agents of one name; name each after its row: agent(row.name, ...)"

/** Where a row was read. Told by `rowsFrom`; by identity, since a decoded row may be of any class. */
const origins = new WeakMap<object, Omit<CasePlace, "row">>()

export const tellOrigin = (row: object, origin: Omit<CasePlace, "row">): void => void origins.set(row, origin)

/** Undefined for a row that has no name. */
export const nameOf = (row: unknown): string | undefined => {
  if (!isObject(row)) return undefined
  const name = row["name"] ?? row["id"]
  return (typeof name === "string" && name.trim() !== "") || Number.isFinite(name) ? String(name) : undefined
}

const placeOf = (row: NamedRow): CasePlace => {
  const { line, table } = origins.get(row) ?? { table: "cases" }
  return { table, row: nameOf(row) ?? "", ...(line !== undefined && { line }) }
}

const label = (place: CasePlace | undefined): string => shown(place?.row)

/** The first index of each text. */
const firstUses = (texts: ReadonlyArray<string>): ReadonlyMap<string, number> =>
  new Map(texts.map((text, at) => [text, at] as const).toReversed())

const rowKind = kind("a row with a name or an id", (row) => nameOf(row) !== undefined)

const rowsKind: Kind = (value, path) =>
  Array.isArray(value) && value.length === 0
    ? [`${path} is an empty list, expected one or more rows`]
    : listOf(rowKind, "a list of rows")(value, path)

type OneOrMore<Rows extends ReadonlyArray<unknown>> = [Rows[number]] extends [never]
  ? Needs<"one or more rows">
  : unknown

/** A field that only some rows have is undefined in the others; a field that no row has is a mistake. */
export type RowOf<Rows extends ReadonlyArray<unknown>> = Whole<Rows[number], KeyOf<Rows[number]>>

type Whole<Row, Keys extends PropertyKey> = Row extends unknown
  ? Exclude<Keys, keyof Row> extends never
    ? Row
    : Row & { readonly [Key in Exclude<Keys, keyof Row>]?: undefined }
  : never

type KeyOf<Row> = Row extends unknown ? keyof Row : never
