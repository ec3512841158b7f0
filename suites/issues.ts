/**
 * An agent that keeps an issue tracker: what it says it did has to be what it did.
 */
import {
  agent,
  call,
  equals,
  exact,
  expect,
  goldenPath,
  main,
  narrative,
  observe,
  runs,
  suite,
  trajectory
} from "passhat"
import { issues } from "./servers/issues.ts"

const { close_issue, create_issue, get_issue } = issues.tools

const issuesSuite = suite(
  "issues",
  agent("files and closes an issue", {
    model: "claude-sonnet-4-5",
    servers: [issues],
    prompt: "File an issue titled 'CI is flaky', then close it, because it was fixed in the meantime."
  }).pipe(
    runs(3),
    observe("issue", call(get_issue, exact({ id: 1 }))),
    trajectory("strict", call(create_issue, exact({ title: "CI is flaky" })), call(close_issue, exact({ id: 1 }))),
    goldenPath([create_issue, close_issue]),
    narrative(),
    expect("observations.issue.is_error", equals(false))
  )
)

export default issuesSuite
await main(import.meta, issuesSuite)
