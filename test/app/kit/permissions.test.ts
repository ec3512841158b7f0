/**
 * Deno without the permissions that passhat needs: a sentence that names the flag, in place of a stack or a prompt.
 */
import { describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { emptyProject, root, runtimes } from "../project.ts"

setDefaultTimeout(60_000)

const driven = `
import { agent, driver, equals, expect, main, suite } from "passhat"
const its = driver("its", "1", () => "done")
const driven = suite("driven",
  agent("acts", { driver: its, servers: [], prompt: "p" }).pipe(expect("stop_reason", equals("end_turn"))))
export default driven
await main(import.meta, driven)
`

const [deno] = runtimes.deno
const files = { "package.json": `{ "type": "module" }\n`, "suites/driven.ts": driven }
const programs = [
  ["a suite file", "suites/driven.ts"],
  ["the command", `${join(root, "dist/doors/passhat.js")} run suites/driven.ts`]
] as const

/** In a terminal Deno asks for what no flag allows. `script` makes one, and its input has no answer. */
const inTerminal = (folder: string, command: string) =>
  spawnSync("script", ["-qec", command, "/dev/null"], {
    cwd: folder,
    encoding: "utf8",
    input: "",
    timeout: 30_000,
    killSignal: "SIGKILL"
  })

describe.skipIf(Bun.which("script") === null).each(programs)("on Deno, %s", (_, program) => {
  const missing = [
    [
      "--allow-read",
      "",
      /Deno does not let passhat read environment variables\. Run it with --allow-env, or with -A\./
    ],
    ["--allow-env", "", /Deno does not let passhat read \S+\. Run it with --allow-read, or with -A\./],
    [
      "--allow-env --allow-read --allow-sys",
      "--record",
      /let passhat write \S*cassettes\S*\. Run it with --allow-write, /
    ],
    ["--allow-env --allow-read --allow-write", "--record", /let passhat read the name of the host\. .+ --allow-sys, /]
  ] as const
  test.each(missing)("with %s %s says which flag is missing", (flags, args, sentence) => {
    using user = emptyProject(files)
    const { status, stdout } = inTerminal(user.folder, `${deno} run ${flags} ${program} ${args}`)
    assert.match(stdout, sentence)
    assert.doesNotMatch(stdout, /Allow\?|which is a bug|\n\s+at /)
    assert.equal(status, 2)
  })

  test("records and replays with the flags that it names, and asks for nothing", () => {
    using user = emptyProject(files)
    const flags = "--allow-env --allow-read"
    const recorded = inTerminal(user.folder, `${deno} run ${flags} --allow-sys --allow-write ${program} --record`)
    assert.equal(recorded.status, 0, recorded.stdout)
    const replayed = inTerminal(user.folder, `${deno} run ${flags} ${program}`)
    assert.equal(replayed.status, 0, replayed.stdout)
    assert.doesNotMatch(recorded.stdout + replayed.stdout, /Allow\?/)
  })
})
