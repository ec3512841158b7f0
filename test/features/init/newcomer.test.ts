/**
 * The first steps of a new user, with Node and npm alone: install the package, init, record, run, and mistype a tool.
 */
import { setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { spawn, spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Script } from "../../../src/engine/layers/scripted/model.ts"
import { startStandin } from "../../standin/standin.ts"
import { finishOf, type Finished, root } from "../../app/project.ts"

setDefaultTimeout(300_000)

const everything = "@modelcontextprotocol/server-everything"
const { devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))

/** What the next steps ask for, and the server, in the versions that passhat is developed with. */
const packages = ["typescript", "@anthropic-ai/sdk", everything].map((name) => `${name}@${devDependencies[name]}`)

const usesEcho: Script = {
  turns: [
    {
      text: "I will use echo.",
      calls: [{ server: "everything", name: "echo", args: { message: "hello" } }],
      usage: { input: 400, output: 40 }
    },
    { text: "It answers: Echo: hello.", usage: { input: 460, output: 20 } }
  ]
}

/** Nothing of the runtimes that passhat is developed with is on the path. */
const environment = (more: { readonly [name: string]: string }) => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(CI|npm_.*|BUN_.*|NODE_.*)$/.test(name))),
  PATH: (process.env["PATH"] ?? "")
    .split(":")
    .filter((folder) => !folder.includes("node_modules"))
    .join(":"),
  ...more
})

test("install, init, record and run end green, and the compiler refuses an unknown tool", async () => {
  const home = mkdtempSync(join(tmpdir(), "passhat-newcomer-"))
  const folder = join(home, "empty")
  mkdirSync(folder)
  await using standin = await disposable(startStandin({ scripts: () => [usesEcho] }))

  /** Runs a typed command. */
  const type = (line: string, more: { readonly [name: string]: string } = {}): Promise<Finished> =>
    finishOf(spawn("sh", ["-c", line], { cwd: folder, env: environment(more), stdio: ["ignore", "pipe", "pipe"] }))
  const typeWell = async (line: string, more?: { readonly [name: string]: string }): Promise<string> => {
    const { code, stderr, stdout } = await type(line, more)
    assert.equal(code, 0, `${line}\n${stdout}\n${stderr}`)
    return stdout
  }

  spawnSync("npm", ["pack", "--ignore-scripts", "--pack-destination", home], { cwd: root })
  const tarball = readdirSync(home).find((name) => name.endsWith(".tgz"))
  await typeWell(`npm install --no-audit --no-fund ../${tarball}`)
  const printed = await typeWell(`npx passhat init --server "npx -y ${everything}"`)
  assert.match(printed, /^ {2}npm install --save-dev typescript @anthropic-ai\/sdk +# once$/m)
  await typeWell(`npm install --no-audit --no-fund --save-dev ${packages.join(" ")}`)

  assert.equal((await type("npx passhat run")).code, 2, "nothing is recorded yet")
  const key = { ANTHROPIC_API_KEY: "stand-in", ANTHROPIC_BASE_URL: standin.url }
  await typeWell("npx passhat run --record=missing", key)
  const green = await typeWell("npx passhat run")
  assert.match(green, / 1 passed \(1 cell, 5 runs\)/)
  await typeWell("npm run evals:check")
  await typeWell("npm run evals", { CI: "true" })

  const suite = join(folder, "suites/everything.mts")
  writeFileSync(suite, readFileSync(suite, "utf8").replace("tools.echo", "tools.echoe"))
  const refused = await type("npm run evals:check")
  assert.notEqual(refused.code, 0)
  assert.match(refused.stdout, /suites\/everything\.mts\(7,31\): error TS2551: .*'echoe'.* Did you mean 'echo'\?/)
  rmSync(home, { recursive: true, force: true })
})

const disposable = async (starting: ReturnType<typeof startStandin>) => {
  const server = await starting
  return { url: server.url, [Symbol.asyncDispose]: (): Promise<void> => server.close() }
}
