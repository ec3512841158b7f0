/**
 * Records the cassettes of the shipped suites and of the demo: `npm run cassettes`.
 *
 * The model is a stand-in on loopback that follows scripts; everything else is real: the providers' SDK, the MCP servers,
 * the recorder.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { shippedScripts } from "../standin/shipped.ts"
import { startStandin } from "../standin/standin.ts"
import { demoCassette, demoTemplates, recordDemo } from "./demo.ts"

const root = join(import.meta.dirname, "../..")

export const shipped = ["weather", "red", "recovery", "chaos", "issues", "invoice"]

/** Records shipped suites into a folder, one after the other. Gives the exit code of each. */
export const recordAll = async (directory: string, suites = shipped): Promise<ReadonlyArray<number>> => {
  const standin = await startStandin({ scripts: shippedScripts })
  const codes: Array<number> = []
  for (const suite of suites) {
    const args = ["run", `suites/${suite}.ts`, "--record", "--concurrency", "1", "--cassettes", directory, "--quiet"]
    const env = { ...process.env, ANTHROPIC_API_KEY: "stand-in", ANTHROPIC_BASE_URL: standin.url }
    const child = spawn(join(root, "node_modules/.bin/bun"), args, {
      cwd: root,
      env,
      stdio: "ignore"
    })
    const [code] = await once(child, "exit")
    codes.push(code)
  }
  await standin.close()
  return codes
}

if (import.meta.main) {
  console.log((await recordAll("cassettes")).join(" "))
  writeFileSync(join(demoTemplates, demoCassette), await recordDemo())
}
