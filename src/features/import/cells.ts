/**
 * Sorts runs into cells: a task, an agent and a model are a cell, and its trials are its runs.
 */
import type { Json } from "../../base/domain/Json.ts"
import { fieldAt, nameOf } from "../../edges/telemetry/fields.ts"
import type { ImportedRun, MissingRun, NamedRun, Place, SeenTool } from "../../edges/telemetry/Item.ts"
import type { Redactor } from "../../engine/layers/record/redact.ts"
import { UsageError } from "../../app/kit/UsageError.ts"
import type { Spooled } from "./spool.ts"

export interface ImportedCell {
  readonly agent: string
  readonly model: string | undefined
  readonly prompt: string
  readonly system: string | undefined
  /** Keys of `tools`, sorted. */
  readonly servers: ReadonlyArray<string>
  /** By index, from 1. */
  readonly runs: ReadonlyMap<number, Spooled>
  /** The number of its last run, recorded or missing. */
  readonly last: number
  readonly hasOutcome: boolean
}

export interface Cells {
  readonly cells: ReadonlyArray<ImportedCell>
  /**
   * Tools by server and name. Where agents were offered other tools of one server, the server is there once for each of these
   * lists, under keys of its own.
   */
  readonly tools: ReadonlyMap<string, ReadonlyMap<string, SeenTool>>
  readonly runs: number
  /** How many runs have an outcome. */
  readonly outcomes: number
  readonly broken: number
  readonly withoutTokens: number
  /** How many cells have runs with other prompts, or with other system prompts, than their first. */
  readonly otherPrompts: number
  readonly otherSystems: number
}

interface Growing {
  readonly agent: string
  readonly model: string | undefined
  prompt: string
  system: string | undefined
  /** By server, what its own runs list or call. */
  readonly tools: Map<string, Map<string, SeenTool>>
  readonly runs: Map<number, Spooled>
  readonly places: Map<number, Place>
  last: number
  hasOutcome: boolean
  hasOtherPrompt: boolean
  hasOtherSystem: boolean
}

/** `groupBy` are names of fields that make a task, with commas between them. */
export const makeCells = (groupBy: string | undefined, redactor: Redactor) => {
  const cells = new Map<string, Growing>()
  const keys = (groupBy ?? "task").split(",").map((key) => key.trim())
  const counts = { runs: 0, outcomes: 0, broken: 0, withoutTokens: 0 }
  const clean = (text: string | undefined): string | undefined => (text === undefined ? undefined : redactor.text(text))

  /** The cell of a run and its number there. */
  const placed = (run: NamedRun): { readonly cell: Growing; readonly index: number } | UsageError => {
    const names = keys.filter((key) => key !== "model").map((key) => ({ key, name: groupName(run, key) }))
    const missing = names.find(({ name }) => name === undefined)
    if (missing !== undefined) return noTask(run.place, missing.key)
    const task = names.map(({ name }) => name).join(" ")
    const agent = redactor.text(run.agent === undefined || keys.includes("agent") ? task : `${run.agent}: ${task}`)
    const model = clean(run.model)
    const key = JSON.stringify([agent, model])
    const cell = cells.get(key) ?? newCell(agent, model)
    cells.set(key, cell)
    const index = run.trial ?? cell.places.size + 1
    if (!(Number.isSafeInteger(index) && index >= 1 && index <= MOST_TRIALS)) return noTrial(run.place, index)
    const other = cell.places.get(index)
    if (other !== undefined) return sameTrial(agent, index, other, run.place)
    cell.places.set(index, run.place)
    cell.last = Math.max(cell.last, index)
    return { cell, index }
  }

  /** A run without its messages keeps its number, so that the suite asks for it and finds it missing. */
  const miss = (run: MissingRun): UsageError | undefined => {
    const found = placed(run)
    return "cell" in found ? undefined : found
  }

  const add = (run: ImportedRun, place: Spooled): UsageError | undefined => {
    const found = placed(run)
    if (!("cell" in found)) return found
    const { cell, index } = found
    const [prompt, system] = [redactor.text(run.prompt), clean(run.system)]
    if (cell.runs.size === 0) cell.system = system
    cell.runs.set(index, place)
    cell.hasOutcome ||= run.outcome !== undefined
    // A run that never began has no prompt.
    cell.prompt ||= prompt
    cell.hasOtherPrompt ||= prompt !== "" && cell.prompt !== prompt
    cell.hasOtherSystem ||= prompt !== "" && cell.system !== system
    for (const tool of run.tools) seeTool(cell.tools, tool, redactor)
    counts.runs++
    if (run.outcome !== undefined) counts.outcomes++
    if (run.broken !== undefined) counts.broken++
    if (run.trace.conversation.tokens === undefined) counts.withoutTokens++
    return undefined
  }

  const all = (): Cells => ({
    ...cellsWithTools([...cells.values()]),
    ...counts,
    otherPrompts: [...cells.values()].filter(({ hasOtherPrompt }) => hasOtherPrompt).length,
    otherSystems: [...cells.values()].filter(({ hasOtherSystem }) => hasOtherSystem).length
  })
  return { add, miss, all }
}

/** A recording with a hole is judged run by run up to its last, so that a wild number would take for ever. */
const MOST_TRIALS = 100_000

const newCell = (agent: string, model: string | undefined): Growing => ({
  agent,
  model,
  prompt: "",
  system: undefined,
  last: 0,
  tools: new Map(),
  runs: new Map(),
  places: new Map(),
  hasOutcome: false,
  hasOtherPrompt: false,
  hasOtherSystem: false
})

/** Cells that list the same tools of a server share it; so do all cells that list none, and only call some. */
const cellsWithTools = (cells: ReadonlyArray<Growing>): Pick<Cells, "cells" | "tools"> => {
  const tools = new Map<string, Map<string, SeenTool>>()
  const keys = new Map<string, string>()
  const keyOf = (server: string, seen: ReadonlyMap<string, SeenTool>): string => {
    const listed = [...seen.values()].filter(isListed).map(({ name }) => name)
    const list = JSON.stringify([server, listed.toSorted()])
    let key = keys.get(list) ?? server
    for (let at = 2; !keys.has(list) && tools.has(key); at++) key = `${server} ${at}`
    keys.set(list, key)
    const all = tools.get(key) ?? new Map<string, SeenTool>()
    tools.set(key, all)
    for (const tool of seen.values()) if (isListed(tool) || !all.has(tool.name)) all.set(tool.name, tool)
    return key
  }
  return {
    cells: cells
      .map(({ tools: own, ...cell }) => ({
        ...cell,
        servers: Array.from(own, ([server, seen]) => keyOf(server, seen)).toSorted()
      }))
      .toSorted(byName),
    tools
  }
}

const isListed = ({ input_schema }: SeenTool): boolean => input_schema !== undefined

/** A tool that was described is kept before one that was only called. */
const seeTool = (
  tools: Map<string, Map<string, SeenTool>>,
  { description, input_schema, name, server }: SeenTool,
  redactor: Redactor
): void => {
  const known = tools.get(server) ?? new Map<string, SeenTool>()
  tools.set(server, known)
  if (known.has(name) && (input_schema === undefined || known.get(name)?.input_schema !== undefined)) return
  known.set(name, {
    server,
    name,
    ...(description !== undefined && { description: redactor.text(description) }),
    ...(input_schema !== undefined && { input_schema: redactor.json(input_schema) as { readonly [key: string]: Json } })
  })
}

/** The part of a task's name that a key of `--group-by` gives. */
const groupName = (run: NamedRun, key: string): string | undefined => {
  if (key === "task") return run.task
  if (key === "agent") return run.agent
  if (key === "file") return run.place.file.replace(/^.*\//, "").replace(/\.\w+$/, "")
  return nameOf(fieldAt(run.source, key))
}

/** Numbers in names count as numbers: task 2 is before task 10. */
const byName = (a: ImportedCell, b: ImportedCell): number =>
  compare(sortable(a.agent), sortable(b.agent)) || compare(a.model ?? "", b.model ?? "")

const sortable = (name: string): string => name.replace(/\d+/g, (digits) => digits.padStart(12, "0"))
const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

const noTask = ({ file, pointer }: Place, key: string): UsageError =>
  new UsageError({
    what: `${file}${pointer} has no ${key === "task" ? "id of its task" : key}, so it is not known which runs are trials of one task.`,
    hint: "Name the fields that tell with --group-by, such as --group-by id or --group-by file. Nothing was written."
  })

const noTrial = ({ file, pointer }: Place, index: number): UsageError =>
  new UsageError({
    what: `${file}${pointer} would be run ${index} of its task, and runs are counted from 1 to ${MOST_TRIALS}.`,
    hint: "Correct its trial. Nothing was written."
  })

const sameTrial = (agent: string, index: number, one: Place, other: Place): UsageError =>
  new UsageError({
    what: `${one.file}${one.pointer} and ${other.file}${other.pointer} are both trial ${index} of ${JSON.stringify(agent)}.`,
    hint: "Tell them apart with --group-by, such as --group-by file,task, or import one of the files. Nothing was written."
  })
