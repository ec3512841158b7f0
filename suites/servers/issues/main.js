/**
 * An issue tracker that forgets everything when it ends: `node suites/servers/issues/main.js`.
 */
import { z } from "zod"
import { failure, serve, structured } from "../serve.js"

/** By id. */
const issues = new Map()
const id = z.int()

const about = (number, answer) =>
  issues.has(number) ? answer(issues.get(number)) : failure(`There is no issue ${number}.`)

serve("issues", {
  create_issue: {
    description: "Opens an issue.",
    inputSchema: z.object({ title: z.string().min(1), body: z.string().optional() }),
    answer: ({ title, body = "" }) => {
      const issue = { id: issues.size + 1, title, body, state: "open" }
      issues.set(issue.id, issue)
      return structured(issue)
    }
  },
  get_issue: {
    description: "Reads an issue.",
    inputSchema: z.object({ id }),
    answer: (args) => about(args.id, structured)
  },
  close_issue: {
    description: "Closes an issue.",
    inputSchema: z.object({ id }),
    answer: (args) =>
      about(args.id, (issue) => {
        issue.state = "closed"
        return structured(issue)
      })
  },
  list_issues: {
    description: "Lists all issues, open and closed.",
    inputSchema: z.object({}),
    answer: () => structured({ issues: [...issues.values()] })
  }
})
