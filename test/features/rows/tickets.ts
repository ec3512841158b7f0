/**
 * A project with a suite of cases: thirty rows of a CSV, two models, five runs, and a stand-in that answers for the models. Some answers
 * are wrong, more of the second model.
 */
import type { Script } from "../../../src/engine/layers/scripted/model.ts"
import { startStandin } from "../../standin/standin.ts"
import { emptyProject, type Finished, passhatCommand, begin } from "../../app/project.ts"

export const MODELS = ["claude-sonnet-4-5", "claude-haiku-4-5"] as const
export const SUITE = "suites/tickets.ts"
export const TABLE = "cases/tickets.csv"

const kinds = ["a refund for a parcel that came late", "a refund for a parcel that came late and broken", "the price"]

export const rows: ReadonlyArray<{ readonly name: string; readonly queue: string }> = Array.from(
  { length: 30 },
  (_, at) => ({
    name: `asks for ${kinds[at % 3]}, ticket ${at + 1}`,
    queue: at % 3 === 2 ? "sales" : "refunds"
  })
)

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

export const csv = (all = rows): string =>
  [
    "name,prompt,queue",
    ...all.map(({ name, queue }) => `${quoted(name)},${quoted(`Sort: ${name}`)},${queue}`),
    ""
  ].join("\r\n")

export const source = `
import { McpServer } from "@modelcontextprotocol/server"
import { agent, cases, equals, expect, main, rowsFrom, runs, server, suite, tool } from "passhat"
import { Schema } from "passhat/schema"
import { z } from "zod"

const desk = server("desk", {
  inMemory: () => {
    const made = new McpServer({ name: "desk", version: "1.0.0" })
    made.registerTool("sort", { inputSchema: z.object({ queue: z.enum(["refunds", "sales", "spam"]) }) }, () => ({
      content: [{ type: "text", text: "sorted" }]
    }))
    return made
  },
  tools: { sort: Schema.Struct({ queue: Schema.Literals(["refunds", "sales", "spam"]) }) }
})

const Ticket = Schema.Struct({ name: Schema.String, prompt: Schema.String, queue: Schema.Literals(["refunds", "sales"]) })

const tickets = suite(
  "tickets",
  ...cases(rowsFrom(import.meta, "cases/tickets.csv", Ticket), (row) =>
    agent(row.name, { models: ${JSON.stringify(MODELS)}, servers: [desk], prompt: row.prompt }).pipe(
      runs(5),
      expect("tool_calls[0].args.queue", equals(row.queue))
    )
  )
)

export default tickets
await main(import.meta, tickets)
`

/** Every run of one case fails on the first model, and on the second some runs of every seventh case too. */
const scripts = ({ model, prompt }: { readonly prompt: unknown; readonly model: unknown }): ReadonlyArray<Script> => {
  const at = rows.findIndex(({ name }) => String(prompt) === `Sort: ${name}`)
  const right = rows[at]?.queue ?? "unknown"
  const isWrong = (run: number): boolean => at === 4 || (model === MODELS[1] && at % 7 === 0 && run % 2 === 0)
  return [1, 2, 3, 4, 5].map((run) => ({
    turns: [
      {
        calls: [{ server: "desk", name: "sort", args: { queue: isWrong(run) ? "spam" : right } }],
        usage: { input: 10, output: 2 }
      },
      { text: "Sorted.", usage: { input: 20, output: 2 } }
    ]
  }))
}

export const ticketsProject = async () => {
  const standin = await startStandin({ scripts })
  const user = emptyProject({ "package.json": '{ "type": "module" }\n', [SUITE]: source, [TABLE]: csv() })
  const env = { ANTHROPIC_API_KEY: "stand-in", ANTHROPIC_BASE_URL: standin.url }
  return {
    ...user,
    /** All that the stand-in was asked. */
    requests: standin.requests,
    passhat: (
      args: ReadonlyArray<string>,
      runtime: "bun" | "deno" | "node" = "bun",
      more: { readonly [name: string]: string } = {}
    ): Promise<Finished> =>
      begin(passhatCommand(runtime, args), { cwd: user.folder, env: { ...env, ...more } }).finished,
    [Symbol.asyncDispose]: async (): Promise<void> => {
      await standin.close()
      user[Symbol.dispose]()
    }
  }
}
