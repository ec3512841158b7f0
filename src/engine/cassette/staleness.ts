/**
 * Whether a recording is still of the cell that asks for it. Any difference makes it stale: a replay of another
 * conversation must never pass for this one.
 *
 * A recording of cassette version 1 is held to the rules of its version, so that an update of passhat makes no suite red:
 *
 * - It has no descriptions, annotations, instructions and sources. These are not compared, and a notice says so.
 * - Its tools have the JSON Schema that passhat made of the catalogue's Schemas. Against a Schema that is compared as
 *   before. Against the server's own listing, which says the same in other words, the names of the tools and of their
 *   arguments are compared, and which arguments are required.
 * - Everything else is compared by its hash, as before: a changed prompt is stale. So is what version 1 could not record,
 *   turns and options of the model, since the recorded agent had none.
 *
 * Version 2 differs in its lines, which have no checksums: its cells are compared as those of this version, and a notice says so.
 *
 * A recording without the sources of its driver, of a suite that names them now, is compared without them, and a notice says
 * so. One that has sources is stale once the suite names none.
 */
import type { Header } from "../../base/domain/recording/Cassette.ts"
import { VERSION } from "../../base/domain/recording/cassetteFormat.ts"
import { fingerprint } from "../../base/domain/plan/fingerprint.ts"
import type { Issue } from "../../base/domain/Issue.ts"
import { notice } from "../../base/domain/issues.ts"
import type { Json, JsonObject } from "../../base/domain/Json.ts"
import type { Cell, FingerprintParts, SourceFile } from "../../base/domain/plan/Plan.ts"
import type { ServerData, ToolData } from "../../base/domain/plan/Tool.ts"
import { type Difference, differences } from "../../base/std/differences.ts"
import { matchesWildcards } from "../../base/std/wildcards.ts"
import type { CassetteProblem } from "./CassetteProblem.ts"
import { isArray, isJsonObject } from "../../base/std/Json.ts"

/** Undefined if the recording is fresh. */
export const staleness = (cell: Cell, header: Header, file: string): CassetteProblem | undefined => {
  const changes = changesSince(header, cell)
  return changes.length === 0 ? undefined : { code: "stale", file, changes }
}

/** What a fresh recording leaves unknown: one of an older version, or one without the sources that the suite names. */
export const olderNotices = (cell: Cell, header: Header, file: string): ReadonlyArray<Issue> => {
  const { version } = header
  if (version !== 1) {
    return [
      ...(version === VERSION ? [] : [unchecked(file, version)]),
      ...(lacksSources(cell, header.fingerprint.parts) ? [sourcesUnknown(file)] : [])
    ]
  }
  const { driver, servers } = cell.behaviour
  const isListed = servers.some(({ tools }) => tools.some(({ listed }) => listed))
  const unknown = [
    ...(servers.length > 0 ? [`the ${isListed ? "schemas, " : ""}descriptions and annotations of its tools`] : []),
    ...(servers.some(({ instructions }) => instructions !== undefined) ? ["the instructions of its servers"] : []),
    ...(driver?.sources === undefined ? [] : ["the sources of its driver"])
  ]
  const lack = unknown.length === 0 ? "" : `: whether ${unknown.join(" and ")} have changed is not known`
  return [
    notice(
      "OLDER_CASSETTE",
      `${file} was recorded by an older passhat, in cassette version ${version}, which has no checksums${lack}.`,
      "It is replayed by the rules of its version until you record it again with --record."
    )
  ]
}

/**
 * The hash decides, since the parts may have been redacted; they say what changed. If they do not, it was a part that this
 * version does not know.
 */
const changesSince = (
  { agent, fingerprint: recorded, model, version }: Header,
  cell: Cell
): ReadonlyArray<Difference> => {
  const { parts, sha256 } = recorded
  const identity = differences({ agent, model }, { agent: cell.agent, model: cell.model })
  const [behaviour, now] = version === 1 ? withHash(asVersion1(cell.behaviour, parts)) : comparable(cell, parts)
  if (sha256 === now) return identity
  const named = differences(namedParts(parts), namedParts(behaviour))
  const changed = named.length > 0 ? named : differences(json(parts), json(behaviour))
  const all = [...identity, ...changed.filter(({ path }) => identity.every((change) => change.path !== path))]
  // A text that was redacted differs from what it was redacted of, and says nothing beside a change that is certain.
  const certain = all.filter((change) => !isRedactedOf(change))
  const changes = certain.length > 0 ? certain : all
  return changes.length > 0 ? changes : differences({ fingerprint: sha256 }, { fingerprint: now })
}

/** Whether the recorded text may be the text of the suite, with marks in the place of its secrets. */
const isRedactedOf = ({ after, before }: Difference): boolean =>
  typeof before === "string" &&
  typeof after === "string" &&
  MARK.test(before) &&
  matchesWildcards(literal(before).replaceAll(new RegExp(MARK, "g"), "*"), literal(after))

const MARK = /\[REDACTED:[^\]]*:[0-9a-f]{8}\]/
const literal = (text: string): string => text.replaceAll("*", "\u0001").replaceAll("?", "\u0002")

const comparable = (cell: Cell, recorded: FingerprintParts): readonly [FingerprintParts, string] => {
  const { behaviour, fingerprint: now } = cell
  return lacksSources(cell, recorded) ? withHash({ ...behaviour, ...unsourced(behaviour.driver) }) : [behaviour, now]
}

const lacksSources = ({ behaviour }: Cell, { driver }: FingerprintParts): boolean =>
  behaviour.driver?.sources !== undefined && driver !== undefined && driver.sources === undefined

const unsourced = (driver: FingerprintParts["driver"]): Pick<FingerprintParts, "driver"> =>
  driver === undefined ? {} : { driver: { name: driver.name, version: driver.version } }

const unchecked = (file: string, version: number): Issue =>
  notice(
    "OLDER_CASSETTE",
    `${file} was recorded by an older passhat, in cassette version ${version}, which has no checksums: damage and changed runs may go unnoticed.`,
    "Write it again with --record=missing, which adds checksums and performs no run that is recorded."
  )

const sourcesUnknown = (file: string): Issue =>
  notice(
    "NO_SOURCES",
    `${file} was recorded without the sources of its driver: whether they have changed is not known.`,
    "They are compared once you record it again with --record."
  )

const withHash = (parts: FingerprintParts): readonly [FingerprintParts, string] => [parts, fingerprint(parts)]

/** A cell's behaviour as a recorder of version 1 would have written it, beside what one did write. */
const asVersion1 = ({ driver, servers, ...rest }: FingerprintParts, recorded: FingerprintParts): FingerprintParts => ({
  ...rest,
  servers: servers.map(({ instructions: _, ...server }) => ({
    ...server,
    tools: toolsAsVersion1(server, recorded.servers.find(({ name }) => name === server.name)?.tools ?? [])
  })),
  ...unsourced(driver)
})

/** Listed tools are sorted by name, which recorded ones need not be. */
const toolsAsVersion1 = ({ tools }: ServerData, recorded: ReadonlyArray<ToolData>): ReadonlyArray<ToolData> => {
  const places = new Map(recorded.map(({ name }, at) => [name, at]))
  const known = tools.map(({ input_schema, listed, name }): ToolData => {
    const before = listed ? recorded[places.get(name) ?? -1] : undefined
    return { name, input_schema: before ? schemaAsVersion1(before.input_schema, input_schema) : input_schema }
  })
  const placeOf = ({ name }: ToolData): number => places.get(name) ?? recorded.length
  return tools.some(({ listed }) => listed) ? known.toSorted((a, b) => placeOf(a) - placeOf(b)) : known
}

/** Both sides as a file would hold them. */
const json = (parts: FingerprintParts): Json => JSON.parse(JSON.stringify(parts))

/** As a file would hold them, apart from the names. What differs in order alone is the same here. */
export const namedParts = ({ driver, servers, ...rest }: FingerprintParts): Json =>
  JSON.parse(
    JSON.stringify({
      ...rest,
      servers: byName(servers.map(({ tools, ...server }) => ({ ...server, tools: byName(tools) }))),
      ...(driver !== undefined && {
        driver: { ...driver, ...(driver.sources !== undefined && { sources: hashes(driver.sources) }) }
      })
    })
  )

const byName = <A extends { readonly name: string }>(all: ReadonlyArray<A>): Readonly<Record<string, object>> =>
  Object.fromEntries(all.map(({ name, ...one }) => [name, one]))

/** Enough of each hash to tell two apart by sight. */
const hashes = (sources: ReadonlyArray<SourceFile>): Readonly<Record<string, string>> =>
  Object.fromEntries(sources.map(({ path, sha256 }) => [path, sha256.slice(0, 12)]))

/** The recorded schema if both name the same arguments and require the same, otherwise with those of the listed one. */
export const schemaAsVersion1 = (recorded: Json, listed: Json): Json => {
  if (!isPlain(recorded) || !isPlain(listed)) return recorded
  const [before, after] = [namesIn(recorded), namesIn(listed)]
  const [needed, needs] = [requiredIn(recorded), requiredIn(listed)]
  if (isSameSet(before, after) && isSameSet(needed, needs)) return recorded
  const [kept, given] = [propertiesIn(recorded), propertiesIn(listed)]
  return {
    ...recorded,
    properties: Object.fromEntries([...after].map((name) => [name, kept[name] ?? given[name] ?? true])),
    required: isSameSet(needed, needs) ? [...needed] : [...needs].toSorted()
  }
}

/** Arguments that a schema combines from parts cannot be told by name here. */
const isPlain = (schema: Json): schema is JsonObject =>
  isJsonObject(schema) && !["$ref", "$dynamicRef", "allOf", "anyOf", "oneOf"].some((key) => Object.hasOwn(schema, key))

const propertiesIn = ({ properties }: JsonObject): JsonObject => (isJsonObject(properties) ? properties : {})

const requiredIn = ({ required }: JsonObject): ReadonlySet<string> =>
  new Set(isArray(required) ? required.filter((name) => typeof name === "string") : [])

/** An argument that can have no value was left out of a generated Schema. */
const namesIn = (schema: JsonObject): ReadonlySet<string> =>
  new Set([
    ...Object.entries(propertiesIn(schema)).flatMap(([name, property]) => (allowsNothing(property) ? [] : [name])),
    ...requiredIn(schema)
  ])

const allowsNothing = (schema: Json): boolean => schema === false || JSON.stringify(schema) === '{"not":{}}'

const isSameSet = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((one) => b.has(one))
