/**
 * The suite of the benchmark: one agent that refunds a parcel, held to the right tool, the right order of calls and a budget.
 *
 * It is copied beside each workload, with `runs` of as many recorded runs as there are.
 */
import { agent, call, main, runs, Schema, server, subset, suite, toolSelection, trajectory } from "passhat"

const desk = server("desk", {
  command: ["desk-server"],
  tools: {
    find_customer: Schema.Struct({ email: Schema.String }),
    get_order: Schema.Struct({ order: Schema.String }),
    track_parcel: Schema.Struct({ parcel: Schema.String }),
    search_help: Schema.Struct({ words: Schema.String, limit: Schema.Int }),
    issue_refund: Schema.Struct({ order: Schema.String, cents: Schema.Int }),
    send_reply: Schema.Struct({ to: Schema.String, text: Schema.String })
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
