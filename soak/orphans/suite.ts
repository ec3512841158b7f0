/**
 * A suite with processes of one kind that ends in one way, both named by the environment.
 */
import { writeFileSync } from "node:fs"
import { agent, command, driver, equals, expect, main, runs, server, suite, type Session } from "passhat"
import { Schema } from "passhat/schema"
import { kinds } from "./kinds.ts"

const { ENDING = "", KIND = "0", TEST_MARK = "", WAITING = "" } = process.env
const kind = kinds[Number(KIND)]!
const total = kind.twice === true ? 2 : 1

const hostile = server("hostile", {
  command: kind.command as [string, ...Array<string>],
  env: { TEST_MARK },
  tools: { echo: Schema.Struct({ message: Schema.String }) }
})

let count = 0
const forever = () => new Promise<string>(() => {})

/** The last run ends the suite. A server that did not answer would prove nothing. */
const its = driver("its", "1", async (session: Session) => {
  const { is_error } = await session.call("hostile/echo", { message: "hello" })
  if (is_error) throw new Error("no answer")
  if (++count < total || ENDING === "pass" || ENDING === "gate fails") return "done"
  if (ENDING === "throw") throw new Error("thrown")
  if (ENDING === "rejection") void Promise.reject(new Error("rejected"))
  writeFileSync(WAITING, "")
  if (ENDING === "blocked") for (;;);
  return forever()
})

const orphans = suite(
  "orphans",
  agent("acts", {
    driver: kind.isAgent === true ? command(kind.command as [string, ...Array<string>]) : its,
    servers: kind.isAgent === true ? [] : [hostile],
    prompt: "p",
    ...(ENDING === "timeout" && { runTimeout: "3 seconds" })
  }).pipe(runs(total), expect("stop_reason", equals(ENDING === "gate fails" ? "max_tokens" : "end_turn")))
)

export default orphans
await main(import.meta, orphans)
