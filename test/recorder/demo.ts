/**
 * Records the demo that `passhat init` writes, in a project of its own, as its user would.
 */
import { cpSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { emptyProject, root, start } from "../app/project.ts"
import { shippedScripts } from "../standin/shipped.ts"
import { startStandin } from "../standin/standin.ts"

export const demoTemplates = join(root, "src/features/init/templates/demo")
export const demoCassette = "cassettes/demo/finds-a-parcel/claude-sonnet-4-5.jsonl"

/** Gives the text of the cassette. */
export const recordDemo = async (): Promise<string> => {
  using user = emptyProject({ "package.json": `{ "type": "module" }\n` })
  cpSync(join(demoTemplates, "suites"), join(user.folder, "suites"), { recursive: true })
  const standin = await startStandin({ scripts: shippedScripts })
  const env = { ANTHROPIC_API_KEY: "stand-in", ANTHROPIC_BASE_URL: standin.url }
  const args = ["--record", "--concurrency", "1"]
  const { code, stderr, stdout } = await start(join(user.folder, "suites/demo.ts"), args, { cwd: user.folder, env })
    .finished
  await standin.close()
  if (code !== 0) throw new Error(`The demo could not be recorded:\n${stdout}${stderr}`)
  return readFileSync(join(user.folder, demoCassette), "utf8")
}
