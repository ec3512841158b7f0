/**
 * Suites that leave something open: the process still ends by itself soon after its report, with the exit code of the report.
 */
import { join } from "node:path"
import { emptyProject } from "../../test/app/project.ts"
import { place, type Runtime, startPasshat } from "./process.ts"

/** What is open after two seconds is cut off; the rest is for a busy machine. */
const DEADLINE_MS = 2_000
const ALLOWED_MS = DEADLINE_MS + 8_000

/** Left by a suite when it is loaded. */
const left: Readonly<Record<string, string>> = {
  "an interval": "setInterval(() => {}, 1_000)",
  "a server": 'createServer().listen(0, "127.0.0.1")',
  "a connection": 'const own = createServer().listen(0, "127.0.0.1", () => connect(own.address().port, "127.0.0.1"))',
  "a process": 'spawn("sleep", ["600"], { stdio: "inherit" }).on("spawn", function () { note(this.pid) })',
  "a promise that never settles": "setTimeout(() => {}, 600_000); void new Promise(() => {})"
}

export interface Exit {
  readonly name: string
  readonly offence?: string
  /** From the report to the end of the process. */
  readonly ms: number
}

/** Everything at once, or also each by itself. */
export const exitsOn = (runtime: Runtime, each: boolean): Promise<ReadonlyArray<Exit>> => {
  const everything = ["everything", Object.values(left).join("\n")] as const
  const cases = each ? [...Object.entries(left), everything] : [everything]
  return Promise.all(cases.map(([name, code]) => exitOf(runtime, name, code)))
}

const exitOf = async (runtime: Runtime, name: string, code: string): Promise<Exit> => {
  using its = place()
  using user = emptyProject({ "package.json": '{ "type": "module" }\n', "suites/open.js": suite(code) })
  const args = ["run", "suites/open.js", "--record", "--cassettes", join(its.folder, "cassettes")]
  const { child, finished } = startPasshat(runtime, args, user.folder, its.env)
  const children = new Set<number>()
  let said = ""
  let reported = Number.NaN
  const guard = setTimeout(() => child.kill("SIGKILL"), 60_000)
  child.stdout?.on("data", (chunk: Buffer) => {
    said += chunk.toString("utf8")
    if (Number.isNaN(reported) && said.includes("\nPASS\n")) reported = performance.now()
    const pid = /^pid (\d+)$/m.exec(said)?.[1]
    if (pid !== undefined) children.add(Number(pid))
  })
  const ended = new Promise<number>((resolve) => child.once("exit", () => resolve(performance.now())))
  const end = await ended
  clearTimeout(guard)
  for (const pid of children) endProcess(pid)
  const { code: exit, stderr } = await finished
  const ms = end - reported
  const offence =
    exit !== 0
      ? `${runtime}, ${name} is left open: the exit code is ${exit} and not 0: ${stderr.slice(-300)}`
      : ms < ALLOWED_MS
        ? undefined
        : `${runtime}, ${name} is left open: the process ends ${Math.round(ms)} ms after its report, and was to end after ${DEADLINE_MS}.`
  return { name, ms, ...(offence !== undefined && { offence }) }
}

/** What a suite has started itself is its own to end. */
const endProcess = (pid: number): void => {
  try {
    process.kill(pid, "SIGKILL")
  } catch {
    // It has ended.
  }
}

const suite = (code: string): string => `
import { spawn } from "node:child_process"
import { connect, createServer } from "node:net"
import { agent, driver, equals, expect, main, suite } from "passhat"
const note = (pid) => console.log("pid " + pid)
const its = driver("its", "1", () => "done")
const open = suite("open", agent("acts", { driver: its, servers: [], prompt: "p" }).pipe(expect("stop_reason", equals("end_turn"))))
export default open
${code}
await main(import.meta, open)
void [spawn, connect, createServer, note]
`
