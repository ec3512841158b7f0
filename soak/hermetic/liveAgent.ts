/**
 * `--live-agent` seen from outside: agents are recorded with a stand-in for their providers, and run again once it is gone. Nothing may leave
 * the machine.
 */
import type { Runtime } from "../../test/app/everyRuntime.ts"
import { passhatCommand } from "../../test/app/project.ts"
import { cellsOf, place } from "../../test/app/live/taped/place.ts"
import { traced } from "./strace.ts"

export interface SeenAgent {
  readonly offences: ReadonlyArray<string>
  readonly calls: number
}

/** Where no server of any machine is: a provider that is asked past passhat would be there. */
const provider = {
  ANTHROPIC_BASE_URL: "http://192.0.2.1:4",
  ANTHROPIC_API_KEY: "a-key-of-a-provider",
  // Deno itself asks for a new version if it runs long enough.
  DENO_NO_UPDATE_CHECK: "1"
}

export const attemptAgent = async (runtime: Runtime): Promise<SeenAgent> => {
  const named = `--live-agent on ${runtime}`
  await using at = await place("others", {
    scripts: () => [{ turns: [{ text: "Warm.", usage: { input: 5, output: 1 } }] }]
  })
  const recorded = await at.record(runtime)
  if (recorded.code !== 0) return { offences: [`${named}: not recorded: ${recorded.stdout}`], calls: 0 }
  await at.stop()
  const command = passhatCommand(runtime, [
    "run",
    "suites/others.ts",
    "--filter",
    "team",
    "--live-agent",
    "--reporter=json"
  ])
  const { calls, ...finished } = await traced(command, { cwd: at.folder, env: provider })
  const { team } = cellsOf(finished)
  const heard = calls.filter(({ text }) => text.includes("127.0.0.1"))
  return {
    offences: [
      ...new Set(
        calls.filter(leaves).map(({ name, text }) => `${named} asks the network: ${name}(${text.slice(0, 300)}`)
      ),
      ...(team?.verdict === "pass" ? [] : [`${named}: the agent is ${team?.verdict}: ${finished.stdout}`]),
      ...(heard.length > 0 ? [] : [`${named}: strace saw no request of the agent on this machine.`])
    ],
    calls: calls.length
  }
}

/** An address that is not one of this machine: what looks for the address of a name asks one, too. */
const leaves = ({ name, text }: { readonly name: string; readonly text: string }): boolean =>
  /^(?:connect|send(?:to|msg|mmsg))$/.test(name) &&
  /sin6?_addr|inet_pton|inet_addr/.test(text) &&
  !/inet_addr\("127\.|"::1"|"::ffff:127\./.test(text)
