/**
 * The suite of the benchmark: one agent that refunds a parcel, held to the right tool, the right order of calls and a budget.
 *
 * It is copied beside each workload, with `runs` of as many recorded runs as there are.
 */
import { agent, call, main, runs, server, subset, suite, tool, toolSelection, trajectory } from "passhat"

const desk = server("desk", {
  command: ["desk-server"],
  tools: {
    find_customer: tool<{ readonly email: string }>({
      description: "The customer of an e-mail address.",
      inputSchema: {
        type: "object",
        properties: { email: { type: "string" } },
        required: ["email"],
        additionalProperties: false
      }
    }),
    get_order: tool<{ readonly order: string }>({
      description: "An order by its number.",
      inputSchema: {
        type: "object",
        properties: { order: { type: "string" } },
        required: ["order"],
        additionalProperties: false
      }
    }),
    issue_refund: tool<{ readonly order: string; readonly cents: number }>({
      description: "Gives money back for an order.",
      inputSchema: {
        type: "object",
        properties: { order: { type: "string" }, cents: { type: "integer" } },
        required: ["order", "cents"],
        additionalProperties: false
      }
    }),
    search_help: tool<{ readonly words: string; readonly limit: number }>({
      description: "Pages of the help that have these words.",
      inputSchema: {
        type: "object",
        properties: { words: { type: "string" }, limit: { type: "integer" } },
        required: ["words", "limit"],
        additionalProperties: false
      }
    }),
    send_reply: tool<{ readonly to: string; readonly text: string }>({
      description: "Sends an e-mail.",
      inputSchema: {
        type: "object",
        properties: { to: { type: "string" }, text: { type: "string" } },
        required: ["to", "text"],
        additionalProperties: false
      }
    }),
    track_parcel: tool<{ readonly parcel: string }>({
      description: "Where a parcel is.",
      inputSchema: {
        type: "object",
        properties: { parcel: { type: "string" } },
        required: ["parcel"],
        additionalProperties: false
      }
    })
  }
})

const { find_customer, get_order, issue_refund } = desk.tools

const refunds = suite(
  "refunds",
  agent("refunds a lost parcel", {
    model: "claude-sonnet-4-5",
    servers: [desk],
    prompt:
      "A parcel of dana@example.com was lost: order A-17. Find out whether it was, and if so give the money back.",
    maxTurns: 12
  }).pipe(
    runs(1),
    toolSelection(issue_refund, { minSelectionRate: 1, maxTotalTokens: 20_000 }),
    trajectory(
      "subsequence",
      call(find_customer, subset({ email: "dana@example.com" })),
      call(get_order, subset({ order: "A-17" })),
      call(issue_refund, subset({ order: "A-17" }))
    )
  )
)

export default refunds
await main(import.meta, refunds)
