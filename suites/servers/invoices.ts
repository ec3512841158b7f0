/**
 * The invoice server's tools, written by hand: a misspelt tool or argument is a compile error.
 */
import { server } from "passhat"
import { Schema } from "passhat/schema"

export const invoices = server("invoices", {
  command: ["node", "suites/servers/invoices/main.js"],
  tools: {
    get_invoice: Schema.Struct({ id: Schema.Int }),
    issue_refund: Schema.Struct({ id: Schema.Int, amount: Schema.Finite })
  }
})
