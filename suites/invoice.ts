/**
 * An agent that says that a refund was issued, in a world where it was not. Only looking at the world tells: it fails on
 * purpose.
 */
import { agent, atLeast, call, equals, exact, expect, main, narrative, observe, suite, trajectory } from "passhat"
import { invoices } from "./servers/invoices.ts"

const { get_invoice, issue_refund } = invoices.tools

const invoiceSuite = suite(
  "invoice",
  agent("refunds an invoice", {
    model: "claude-sonnet-4-5",
    servers: [invoices],
    prompt: "Refund invoice 42 in full: it came to 80."
  }).pipe(
    observe("invoice", call(get_invoice, exact({ id: 42 }))),
    trajectory("superset", call(issue_refund, exact({ id: 42, amount: 80 }))),
    narrative(),
    expect("tool_results[0].is_error", equals(false)),
    expect("observations.invoice.structured.refunded", atLeast(80))
  )
)

export default invoiceSuite
await main(import.meta, invoiceSuite)
