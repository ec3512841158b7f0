/**
 * Measures real recordings: MCPMark's published runs, 100 kB and more a line, against a bare script that parses the lines.
 */
import { join } from "node:path"
import { LIMIT_PARSE, limitParse, mcpmark } from "./contestants.ts"
import { type Contestant, interleave, type Row } from "./measure/interleave.ts"
import { meter } from "./measure/meter.ts"
import type { Findings } from "./measureSection.ts"
import { progress } from "./progress.ts"
import { type PublishedTask, readMcpmark } from "./workload/mcpmark/read.ts"
import { writeMcpmark } from "./workload/mcpmark/write.ts"
import type { Recordings } from "./workload/write.ts"

/** How often the runs are recorded for the second size: 80 MB, about what all servers of MCPMark have. */
export const MANY_COPIES = 4

export interface McpmarkWanted {
  /** MCPMark's runs as published. */
  readonly data: string
  /** For the recordings; removed by the caller. */
  readonly folder: string
  /** The project that has passhat. */
  readonly project: string
  readonly repeats: number
  readonly quick: boolean
}

/** Undefined, and a line that says so, where the data is not there. */
export const measureMcpmark = async ({
  data,
  folder,
  project,
  quick,
  repeats
}: McpmarkWanted): Promise<Findings | undefined> => {
  const tasks = readMcpmark(data)
  if (tasks.length === 0) {
    progress(`${TITLE}: left out, as there are no runs of MCPMark in ${data} (--mcpmark names another folder)`)
    return undefined
  }
  const written = (name: string, copies: number, isSpoilt = false): Recordings => {
    progress(`writing MCPMark's runs, ${copies} times${isSpoilt ? ", one of them spoilt" : ""}`)
    return writeMcpmark(join(folder, name), tasks, { copies, isSpoilt, nodeModules: join(project, "node_modules") })
  }
  const trusted: Array<Contestant<Recordings>> = [limitParse]
  const notes: Array<string> = []
  const spoilt = written("mcpmark-spoilt", 1, true)
  for (const contestant of [mcpmark("Bun", "all green"), mcpmark("Deno", "all green"), mcpmark("Node", "all green")]) {
    const { exit } = await meter(contestant.command(spoilt))
    if (exit === 1) trusted.push(contestant)
    else notes.push(`${contestant.name} was left out: it ends with ${exit} where a run is spoilt.`)
  }
  trusted.push(mcpmark("Bun", "mostly red"))
  const rows: Array<Row> = []
  for (const copies of quick ? [1] : [1, MANY_COPIES]) {
    const work = written(`mcpmark-${copies}`, copies)
    const said = (line: string): void => progress(`${TITLE}, ${line}`)
    rows.push(...(await interleave(trusted, work, { repeats, progress: said })))
  }
  return { title: TITLE, about: aboutOf(tasks), measured: { base: LIMIT_PARSE, rows }, notes }
}

const TITLE = "Real recordings"

const aboutOf = (tasks: ReadonlyArray<PublishedTask>): string => {
  const runs = tasks.flatMap((task) => task.runs)
  const bytes = runs.reduce((sum, run) => sum + Buffer.byteLength(JSON.stringify(run)), 0)
  return (
    `${tasks.length} tasks of MCPMark with ${runs.length} runs as recordings of a driver, ${Math.round(bytes / runs.length / 1e3)} kB a line and ` +
    `${Math.round(bytes / 1e6)} MB in all, judged by stability, narrative, an expectation and reliability. The larger number is ` +
    `every run ${MANY_COPIES} times. The bare script parses the lines and judges nothing.`
  )
}
