/**
 * Tries passhat with the packages of others: `npm run test:frameworks [-- <folder>...]`. Each folder beside this file that has a package.json
 * installs what its own lock file names, finds this package as `passhat`, and runs its script `check`. `npm test` does none of it.
 */
import { spawnSync } from "node:child_process"
import { existsSync, readdirSync, rmSync, symlinkSync } from "node:fs"
import { delimiter, join } from "node:path"

const here = import.meta.dirname
const root = join(here, "../..")
const PATH = [join(root, "node_modules/.bin"), process.env.PATH ?? ""].join(delimiter)

const found = readdirSync(here)
  .filter((name) => existsSync(join(here, name, "package.json")))
  .toSorted()
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !found.includes(name))
if (unknown.length > 0) console.error(`There is no folder ${unknown.join(", ")}. There are ${found.join(", ")}.`)

const run = (cwd: string, ...args: ReadonlyArray<string>): boolean => {
  const env = { ...process.env, PATH }
  return spawnSync("npm", args, { cwd, env, stdio: "inherit" }).status === 0
}

const passed = (name: string): boolean => {
  const cwd = join(here, name)
  console.log(`> ${name}`)
  if (!run(cwd, "ci", "--ignore-scripts", "--no-audit", "--no-fund")) return false
  const link = join(cwd, "node_modules/passhat")
  rmSync(link, { recursive: true, force: true })
  symlinkSync(root, link, "dir")
  return run(cwd, "run", "check")
}

const built = run(root, "run", "build")
const results = found
  .filter((name) => asked.length === 0 || asked.includes(name))
  .map((name) => [name, passed(name)] as const)
const failed = results.filter(([, ok]) => !ok).map(([name]) => name)
console.log(
  `${results.length - failed.length} passed, ${failed.length} failed${failed.map((name) => ` ${name}`).join("")}`
)
process.exitCode = built && unknown.length === 0 && failed.length === 0 && results.length > 0 ? 0 : 1
