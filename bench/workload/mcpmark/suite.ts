/**
 * A suite of MCPMark's published runs: an agent a task, and the runs as recordings of a driver, which never runs here.
 *
 * It is copied beside the recordings, with `tasks.json` made from the same files.
 */
import {
  agent,
  atMost,
  call,
  driver,
  equals,
  exact,
  expect,
  narrative,
  observe,
  reliability,
  runs,
  server,
  stability,
  suite,
  tool
} from "passhat"

export interface Task {
  readonly name: string
  readonly server: string
  readonly prompt: string
  readonly tools: ReadonlyArray<string>
  readonly runs: number
}

/** `green` asks for what every run keeps to, `red` for the bounds that the gates have by default. */
export const mcpmark = (tasks: ReadonlyArray<Task>, gates: "green" | "red") =>
  suite("mcpmark", ...tasks.map(judged[gates]))

const published = driver("mcpmark", "1", () => Promise.reject(new Error("These runs were recorded elsewhere.")))

const listing = { inputSchema: { type: "object" } } as const

/** The verdict of MCPMark is kept as an observation, for which the suite needs a tool. */
const asked = ({ name, prompt, runs: count, server: serverName, tools }: Task) => {
  const catalogue = server(serverName, {
    command: [serverName],
    tools: { ...Object.fromEntries(tools.map((one) => [one, tool(listing)])), verdict: tool<{}>(listing) }
  })
  return agent(name, { driver: published, servers: [catalogue], prompt }).pipe(
    runs(count),
    observe("verdict", call(catalogue.tools.verdict, exact({})))
  )
}

const judged = {
  green: (task: Task) =>
    asked(task).pipe(
      stability({ variance: atMost(0.9) }),
      narrative({ unverifiable: atMost(1_000_000) }),
      expect("observations.verdict.is_error", equals(false)),
      reliability()
    ),
  red: (task: Task) =>
    asked(task).pipe(
      stability(),
      narrative(),
      expect("observations.verdict.structured.success", equals(true)),
      reliability()
    )
}
