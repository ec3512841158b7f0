/**
 * The issue tracker's tools, typed: a misspelt tool or argument is a compile error.
 */
import { Schema, server } from "passhat"

export const issues = server("issues", {
  command: ["node", "suites/servers/issues/main.js"],
  tools: {
    create_issue: Schema.Struct({ title: Schema.String, body: Schema.optionalKey(Schema.String) }),
    get_issue: Schema.Struct({ id: Schema.Int }),
    close_issue: Schema.Struct({ id: Schema.Int }),
    list_issues: Schema.Struct({})
  }
})
