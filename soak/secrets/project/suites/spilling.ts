/**
 * Agents that are told secrets, hear them from servers and models, and tell them. Every gate fails, so that it shows what it looked at.
 */
import { readFileSync } from "node:fs"
import process from "node:process"
import {
  agent,
  all,
  command,
  driver,
  equals,
  error,
  expect,
  fault,
  faults,
  judged,
  main,
  observe,
  call,
  exact,
  type Session,
  server,
  suite
} from "passhat"
import { Schema } from "passhat/schema"

const { DECLARED = "", DECLARED_TOO = "", DESK_URL = "", TEXTS_FILE = "" } = process.env
const texts: Readonly<Record<string, string>> = JSON.parse(readFileSync(TEXTS_FILE, "utf8"))
const told = (name: string): string => texts[name] ?? ""

const vault = server("vault", {
  command: ["node", "server.js", TEXTS_FILE],
  env: { VAULT_PIN: DECLARED },
  tools: {
    spill: Schema.Struct({
      [told("argumentName")]: Schema.optional(Schema.String),
      note: Schema.optional(Schema.String)
    }),
    fail: Schema.Struct({}),
    refuse: Schema.Struct({}),
    crash: Schema.Struct({})
  }
})
const desk = server("desk", {
  url: DESK_URL,
  headers: { Authorization: `Bearer ${DECLARED_TOO}` },
  tools: { tell: Schema.Struct({}) }
})

const model = "claude-sonnet-4-5"
const servers = [vault]
const prompt = `Spill ${told("prompt")}`

const speaks = driver("speaks", "1", async (session: Session) => {
  session.say(told("said"))
  await session.call("vault/spill", { note: told("driverArgument") })
  return told("response")
})
const strays = driver("strays", "1", async () => {
  setTimeout(() => {
    throw new Error(told("stray"))
  })
  return new Promise<string>((resolve) => setTimeout(resolve, 200, "Done."))
})
const throws = driver("throws", "1", async () => {
  throw new Error(told("driverError"))
})
const prints = command(["node", "agent.js", TEXTS_FILE], { name: "prints" })
const dies = command(["node", "agent.js", TEXTS_FILE, "fails"], { name: "dies" })

const seen = observe("vault", call(vault.tools.spill, exact({})))
const checks = all(
  expect("stop_reason", equals(told("expected"))),
  expect("tool_results[0].content[0].text", equals("")),
  expect("tool_results[0].structured", equals("")),
  expect("tool_calls[0].args", equals("")),
  expect("observations.vault.content[0].text", equals(""))
)

const spilling = suite(
  "spilling",
  agent("is told", { model, servers: [vault, desk], system: told("system"), prompt }).pipe(
    seen,
    checks,
    judged(told("rubric"), { model: "claude-haiku-4-5" })
  ),
  agent("meets a fault", { model, servers, prompt }).pipe(
    faults(fault("down", vault.tools.fail, error(told("fault")))),
    seen,
    checks
  ),
  agent("crashes a server", { model, servers, prompt: "Crash." }).pipe(seen, checks),
  agent("is refused", { model, servers, prompt: "Unknown." }).pipe(seen, checks),
  agent("speaks", { driver: speaks, servers, prompt }).pipe(seen, checks),
  agent("strays", { driver: strays, servers, prompt }).pipe(seen, checks),
  agent("throws", { driver: throws, servers, prompt }).pipe(seen, checks),
  agent("prints", { driver: prints, servers, prompt }).pipe(seen, checks),
  agent("dies", { driver: dies, servers, prompt }).pipe(seen, checks)
)

export default spilling
await main(import.meta, spilling)
