/**
 * Counts what the runs of cells reach of the servers' catalogues. It keeps numbers alone, however many runs there are.
 */
import { knownResults } from "../../base/domain/trace/oneResultPerCall.ts"
import type { Cell, Plan } from "../../base/domain/plan/Plan.ts"
import type { Coverage, ServerCoverage, ToolCoverage } from "../../base/domain/verdict/Coverage.ts"
import type { ServerData, ToolData } from "../../base/domain/plan/Tool.ts"
import type { Trace } from "../../base/domain/trace/Trace.ts"
import { canonicalJson } from "../../base/std/canonicalJson.ts"
import { isArray, isJsonObject, type Json } from "../../base/std/Json.ts"
import type { RunCounter } from "../../engine/judge/judgeCell.ts"
import { mergeCoverage } from "../../engine/judge/coverage/mergeCoverage.ts"
import { type Argument, emptyPlace, grow, type ArgumentPlace, saysSomething } from "./places.ts"

export interface Counting {
  /** What counts the runs of a cell of the plans. Call it once a cell. */
  readonly counter: (cell: Cell) => RunCounter
  /** What the runs that were counted until now have reached. Servers of one name are counted as one. */
  readonly counted: () => Pick<Coverage, "runs" | "servers">
}

export const counting = (plans: ReadonlyArray<Plan>): Counting => {
  const catalogues = cataloguesOf(plans)
  const cells: Array<ReadonlyMap<number, number>> = []

  const counter = ({ behaviour }: Cell): RunCounter => {
    const counts = new Map<number, number>()
    cells.push(counts)
    const own = new Map(
      behaviour.servers.map((server) => [server.name, catalogues.get(server)?.tools ?? new Map<string, CountedTool>()])
    )
    return { take: (trace) => countRun(own, trace, counts), clear: () => counts.clear() }
  }

  const counted = (): Pick<Coverage, "runs" | "servers"> => {
    const sums = new Map<number, number>()
    for (const counts of cells) for (const [id, count] of counts) sums.set(id, (sums.get(id) ?? 0) + count)
    const sum = (id: number): number => sums.get(id) ?? 0
    const servers = [...new Set(catalogues.values())].map((catalogue) => serverOf(catalogue, sum))
    return mergeCoverage([{ runs: sum(RUNS), servers }])
  }

  return { counter, counted }
}

/** The number that runs are counted under. */
const RUNS = 0

/** The tools of a server in one or more cells. The same name may have another catalogue in another cell. */
interface Catalogue {
  readonly server: string
  readonly tools: ReadonlyMap<string, CountedTool>
}

interface CountedTool {
  readonly calls: number
  readonly errors: number
  readonly place: ArgumentPlace
  readonly isIncomplete: boolean
}

const cataloguesOf = (plans: ReadonlyArray<Plan>): ReadonlyMap<ServerData, Catalogue> => {
  let last = RUNS
  const nextId = (): number => ++last
  const known = new Map<string, Catalogue>()
  const all = new Map<ServerData, Catalogue>()
  for (const server of plans.flatMap(({ cells }) => cells.flatMap(({ behaviour }) => behaviour.servers))) {
    const { name, tools } = server
    const key = JSON.stringify([name, tools])
    const isDescribed = tools.some(({ input_schema }) => saysSomething(input_schema))
    const catalogue = known.get(key) ?? {
      server: name,
      tools: new Map((isDescribed ? tools : []).map((tool) => [tool.name, countedTool(tool, nextId)]))
    }
    known.set(key, catalogue)
    all.set(server, catalogue)
  }
  return all
}

const countedTool = ({ input_schema }: ToolData, nextId: () => number): CountedTool => {
  const growth = { nextId, root: input_schema, schemas: 0, isIncomplete: false }
  const tool = { calls: nextId(), errors: nextId(), place: emptyPlace() }
  grow(tool.place, input_schema, growth)
  return { ...tool, isIncomplete: growth.isIncomplete }
}

const countRun = (
  servers: ReadonlyMap<string, Catalogue["tools"]>,
  trace: Trace,
  counts: Map<number, number>
): void => {
  const count = (id: number): void => void counts.set(id, (counts.get(id) ?? 0) + 1)
  const answered = new Set(
    knownResults(trace)
      .filter(({ is_error }) => !is_error)
      .map(({ call_id }) => call_id)
  )
  count(RUNS)
  for (const { args, id, name, server } of trace.tool_calls) {
    const tool = servers.get(server)?.get(name)
    if (tool === undefined) continue
    count(tool.calls)
    if (!answered.has(id)) {
      count(tool.errors)
      continue
    }
    const reached = new Set<number>()
    reach(tool.place, args, reached)
    for (const one of reached) count(one)
  }
}

/** Adds the numbers of what a value reaches. */
const reach = (place: ArgumentPlace, value: Json, reached: Set<number>): void => {
  const listed = place.values.size === 0 ? undefined : place.values.get(canonicalJson(value))
  if (listed !== undefined) reached.add(listed.id)
  if (isArray(value)) {
    for (const one of value) if (place.element !== undefined) reach(place.element, one, reached)
  } else if (isJsonObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      const argument = place.names.get(name)
      if (argument !== undefined) reached.add(argument.id)
      const next = argument ?? place.member
      if (next !== undefined) reach(next, member, reached)
    }
  }
}

const serverOf = ({ server, tools }: Catalogue, sum: (id: number) => number): ServerCoverage => ({
  server,
  tools: Array.from(tools, ([tool, { calls, errors, isIncomplete, place }]): ToolCoverage => ({
    tool,
    calls: sum(calls),
    errors: sum(errors),
    arguments: argumentsIn(place).map(({ id, path, values }) => ({
      path,
      given: sum(id),
      ...(values.size > 0 && {
        values: Array.from(values.values(), (listed) => ({ value: listed.value, used: sum(listed.id) }))
      })
    })),
    ...(isIncomplete && { incomplete: true as const })
  }))
})

const argumentsIn = (place: ArgumentPlace): ReadonlyArray<Argument> => [
  ...Array.from(place.names.values()).flatMap((argument) => [argument, ...argumentsIn(argument)]),
  ...[place.element, place.member].flatMap((inner) => (inner === undefined ? [] : argumentsIn(inner)))
]
