/**
 * Hostile names, prompts and tools of a suite, through the command: standard output, standard error and files.
 */
import { spawnSync } from "node:child_process"
import { existsSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { emptyProject, root } from "../../test/app/project.ts"
import { type Output, outputs } from "../subjects/outputs.ts"
import { type Printed, words } from "./reporters.ts"
import { lines, readers, type Structure } from "./structures.ts"

const SUITE = "suites/hostile.ts"

/** Nothing is recorded: every cell is red, and its names and prompts are in every output. */
export const printedByTheCommand = (most: number): Printed => {
  using user = emptyProject({ "package.json": '{ "type": "module" }', [SUITE]: source })
  const offences: Array<string> = []
  const chosen = outputs.filter(({ args }) => args(paths).includes(SUITE)).slice(0, most)
  for (const output of chosen) {
    const { file, name } = output
    if (file !== undefined) rmSync(join(user.folder, file), { recursive: true, force: true })
    const { stderr, stdout } = spawnSync("node", [join(root, "dist/doors/passhat.js"), ...output.args(paths)], {
      cwd: user.folder,
      env: { PATH: process.env["PATH"], HOME: user.folder, PASSHAT_CACHE: join(user.folder, "cache"), ...output.env },
      encoding: "utf8",
      maxBuffer: 1 << 28
    })
    const text =
      file !== undefined && existsSync(join(user.folder, file)) ? readFileSync(join(user.folder, file), "utf8") : stdout
    for (const [where, printed, structure] of [
      ["output", text, structureOf(output)],
      ["standard error", stderr, lines]
    ] as const) {
      try {
        structure(printed)
      } catch (error) {
        offences.push(`${name}, ${where}: ${error instanceof Error ? error.message.slice(0, 400) : String(error)}`)
      }
    }
  }
  return { tried: chosen.length, offences }
}

const paths = { suite: SUITE, cassette: "cassettes", report: "report.json" }

/** By the reporter that writes it; colours are escape sequences on purpose. */
const structureOf = ({ args, name }: Output): Structure => {
  if (name === "colour") return () => undefined
  if (name === "job summary") return readers["markdown"]!
  if (name === "plan as JSON" || name === "plan of a run") return readers["json"]!
  const reporter = args(paths)[args(paths).indexOf("--reporter") + 1]?.split("=")[0] ?? ""
  return readers[reporter] ?? lines
}

/** Words that a suite refuses as a name are words of its prompts. */
const source = `import { agent, equals, runs, said, suite } from "passhat"
const words = ${JSON.stringify(words)}
const agents = words.map((word, at) =>
  agent(\`\${at} \${word}\`, { model: "claude-sonnet-4-5", servers: [], prompt: word }).pipe(runs(1), said(equals(word), { decides: true })))
export default suite("hostile ::error::x ##[error]y", ...agents)
`
