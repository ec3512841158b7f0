/**
 * The invoice server's tools, typed: a misspelt tool or argument is a compile error.
 */
import { Schema, server } from "passhat"

export const invoices = server("invoices", {
  command: ["node", "suites/servers/invoices/main.js"],
  tools: {
    get_invoice: Schema.Struct({ id: Schema.Int }),
    issue_refund: Schema.Struct({ id: Schema.Int, amount: Schema.Finite })
  }
})
