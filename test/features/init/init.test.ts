/**
 * `passhat init` as a process, in projects of every kind.
 */
import { describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { existsSync, readdirSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import * as Result from "effect/Result"
import { readObject } from "../../../src/features/init/jsonText.ts"
import { parseYaml } from "../../../src/features/mock/parseYaml.ts"
import { emptyProject, root, run } from "../../app/project.ts"

setDefaultTimeout(60_000)

const passhat = join(root, "dist/doors/passhat.js")
const weather = `node ${join(root, "suites/servers/weather/main.js")}`
const tsc = join(root, "node_modules/.bin/tsc")

type User = ReturnType<typeof emptyProject>

/** What the compiler says of suites. Those with the same texts are compiled once. */
const typeErrors = (user: User): string => {
  const files = filesOf(user).filter((file) => file.startsWith("suites/"))
  const { type } = JSON.parse(user.read("package.json"))
  const texts = JSON.stringify([type, ...files.map((file) => [file, user.read(file)])])
  const said = compiled.get(texts) ?? spawnSync(tsc, ["-p", "suites"], { cwd: user.folder, encoding: "utf8" }).stdout
  compiled.set(texts, said)
  return said
}
const compiled = new Map<string, string>()

const init = (user: User, ...args: ReadonlyArray<string>) => run(passhat, ["init", ...args], { cwd: user.folder })

/** What is in a project, but for what is installed. */
const filesOf = (user: User): ReadonlyArray<string> =>
  readdirSync(user.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes("node_modules"))
    .map((entry) => join(entry.parentPath, entry.name).slice(user.folder.length + 1))
    .toSorted()

const kinds = [
  ["npm, CommonJS", { "package.json": `{\n  "name": "x"\n}\n` }, "mts", "npm run", "passhat"],
  ["npm, modules", { "package.json": `{ "type": "module" }`, "package-lock.json": "{}" }, "ts", "npm run", "passhat"],
  ["pnpm", { "package.json": "{}", "pnpm-lock.yaml": "" }, "mts", "pnpm run", "passhat"],
  ["Yarn", { "package.json": "{}", "yarn.lock": "" }, "mts", "yarn run", "passhat"],
  ["Bun", { "package.json": `{ "type": "module" }`, "bun.lock": "{}" }, "ts", "bun run", "bun --bun passhat"],
  ["Deno", { "deno.json": `{\n  "imports": {}\n}\n` }, "ts", "deno task", "deno run -A npm:passhat"],
  ["Deno with comments", { "deno.jsonc": "{\n  // ours\n}\n" }, "ts", "deno task", "deno run -A npm:passhat"]
] as const

describe("passhat init", () => {
  test.each(kinds)(
    "sets up a demo in a project of %s that is green without changes",
    (_, files, extension, script, scripted) => {
      using user = emptyProject(files)
      const isDeno = script === "deno task"
      const { code, stderr, stdout } = init(user)
      assert.deepEqual([code, stderr], [0, ""])
      assert.deepEqual(
        filesOf(user),
        [
          ...Object.keys(files),
          ".github/workflows/passhat.yml",
          "cassettes/demo/finds-a-parcel/claude-sonnet-4-5.jsonl",
          `suites/demo.${extension}`,
          `suites/servers/demo.${extension}`,
          "suites/servers/demo.yml",
          ...(isDeno ? [] : ["suites/tsconfig.json"])
        ].toSorted()
      )
      assert.match(stdout, new RegExp(`^  ${script} evals +# judges`, "m"))
      const green = run(passhat, ["run"], { cwd: user.folder })
      assert.equal(green.code, 0, green.stdout + green.stderr)
      if (!isDeno) assert.equal(typeErrors(user), "")

      const types = isDeno ? "deno check suites" : "tsc -p suites"
      const manifest = user.read(Object.keys(files)[0] ?? "")
      assert.deepEqual(readObject(manifest)?.[isDeno ? "tasks" : "scripts"], {
        evals: `${scripted} run`,
        "evals:check": `${types} && ${scripted} check`
      })
      assert.equal(manifest.includes("// ours"), (Object.values(files)[0] ?? "").includes("// ours"))

      const workflow = Result.getOrThrow(parseYaml(user.read(".github/workflows/passhat.yml"))) as Workflow
      assert.deepEqual(workflow.permissions, { contents: "read", "pull-requests": "write" })
      const { steps } = workflow.jobs.evals
      const uses = steps.flatMap((step) => step.uses ?? [])
      const own = uses.filter((action) => action.startsWith("./"))
      for (const action of uses) {
        if (!own.includes(action)) assert.match(action, /^[\w-]+\/[\w-]+@[0-9a-f]{40}$/)
      }
      const runs = steps.flatMap((step) => step.run ?? [])
      assert.match(runs[0] ?? "", / (ci|install)\b/)
      assert.equal(runs[1], `${script} evals:check`)
      const hasNodeModules = !isDeno && script !== "yarn run"
      assert.deepEqual(own, hasNodeModules ? ["./node_modules/passhat"] : [])
      assert.equal(runs.length, hasNodeModules ? 2 : 4)
      if (hasNodeModules) {
        assert.ok(existsSync(join(user.folder, own[0] ?? "", "action.yml")))
        assert.match(String(steps.at(-1)?.with?.["command"]), /passhat$/)
      } else {
        const [, , judges = "", comments = ""] = runs
        assert.match(
          judges,
          /passhat run --reporter pretty --reporter github --reporter json=evals.json --reporter html/
        )
        assert.match(comments, /passhat comment evals\.json$/)
      }
    }
  )
})

interface Step {
  readonly uses?: string
  readonly run?: string
  readonly with?: Readonly<Record<string, unknown>>
}

interface Workflow {
  readonly permissions: unknown
  readonly jobs: {
    readonly evals: { readonly steps: ReadonlyArray<Step> }
  }
}

describe("passhat init --server", () => {
  test("writes a suite for the server's tools that compiles, and prints the command that records it", () => {
    using user = emptyProject({ "package.json": `{ "type": "module" }` })
    const { code, stdout } = init(user, "--server", weather, "--name", "the sky", "--model", "gpt-5")
    assert.equal(code, 0)
    assert.match(user.read("suites/servers/the-sky.ts"), /^export const theSky = server\("the sky", \{$/m)
    assert.equal(typeErrors(user), "")
    assert.match(stdout, /^ {2}npm install --save-dev passhat typescript openai +# once$/m)
    assert.match(
      stdout,
      /^ {2}OPENAI_API_KEY=<your key> npx passhat run --record=missing +# runs the agent and its tools for real/m
    )
    assert.match(stdout, /^Make the prompt, .* in suites\/the-sky\.ts your own/m)
    const missing = run(passhat, ["run"], { cwd: user.folder })
    assert.equal(missing.code, 2)
    assert.match(missing.stdout, /MISSING_CASSETTE: cassettes\/the-sky\/uses-get_forecast\/gpt-5\.jsonl does not exist/)
  })

  test("prints an install command only for packages that the project does not have", () => {
    const dependencies = { passhat: "1", "@anthropic-ai/sdk": "1", typescript: "7" }
    using user = emptyProject({ "package.json": JSON.stringify({ devDependencies: dependencies }) })
    assert.doesNotMatch(init(user, "--server", weather).stdout, /npm install/)
  })

  test("overwrites no file, and lists the existing files", () => {
    const before = {
      "package.json": `{ "type": "module", "scripts": { "evals": "my own" } }`,
      "tsconfig.json": "{}",
      "suites/weather.ts": "// mine",
      "suites/tsconfig.json": "{}",
      ".github/workflows/passhat.yml": "mine: true\n"
    }
    using user = emptyProject(before)
    const { code, stdout } = init(user, "--server", weather)
    assert.equal(code, 0)
    assert.match(
      stdout,
      /^Written:\n {2}suites\/servers\/weather\.ts\n {2}package\.json: evals:check\n\nLeft as it was:\n {2}suites\/weather\.ts\n {2}suites\/tsconfig\.json\n {2}\.github\/workflows\/passhat\.yml\n {2}package\.json: evals\n/
    )
    assert.match(stdout, /Your tsconfig\.json is left as it was/)
    const { "package.json": _, ...others } = before
    for (const [file, text] of Object.entries(others)) assert.equal(user.read(file), text)
    assert.match(user.read("package.json"), /"evals": "my own", "evals:check": /)
    const kept = user.read("package.json")
    assert.match(init(user, "--server", weather).stdout, /^Left as it was:/)
    assert.equal(user.read("package.json"), kept)
  })

  test("does not replace a broken link", () => {
    using user = emptyProject({ "package.json": `{ "type": "module" }`, "suites/.keep": "" })
    symlinkSync("/nowhere/at/all.ts", join(user.folder, "suites/demo.ts"))
    assert.match(init(user).stdout, /Left as it was:\n {2}suites\/demo\.ts\n/)
  })
})

describe("passhat init prints one sentence, exits with 2 and writes no file for", () => {
  const tools = (text: string) => ["--server", `passhat mock --tools-from ${text}`]
  test.each<readonly [string, { readonly [file: string]: string }, ReadonlyArray<string>, RegExp]>([
    [
      "no project",
      {},
      [],
      /^There is no package\.json and no deno\.json in this folder\. Make a project first: npm init -y, bun init or deno init\.\n$/
    ],
    [
      "a manifest with null for its scripts",
      { "package.json": `{ "scripts": null }` },
      [],
      /^package\.json has scripts that are no object\. Correct it first/
    ],
    ["a manifest that is none", { "package.json": "[" }, [], /^package\.json is no JSON object\. Correct it first/m],
    [
      "scripts that are none",
      { "package.json": `{ "scripts": [] }` },
      [],
      /^package\.json has scripts that are no object\. Correct it first/
    ],
    [
      "a server that does not start",
      { "package.json": "{}" },
      ["--server", "no-such-program"],
      /^The server no-such-program could not be started: .*\n$/
    ],
    ["a server that is none", { "package.json": "{}" }, ["--server", `node -e "process.exit(3)"`], /^The server .*\n$/],
    [
      "a server without tools",
      { "package.json": "{}", "none.json": `{ "tools": [] }` },
      tools("none.json"),
      /^The server passhat lists no tools, so there is nothing to ask an agent for\. Give it a tool, or name another server\.\n$/
    ],
    [
      "two servers",
      { "package.json": "{}" },
      ["--server", "x", "--url", "http://localhost"],
      /^--server and --url exclude each other\./
    ],
    [
      "a name of nothing",
      { "package.json": "{}" },
      ["--name", "x"],
      /^--name is for a suite of your own server, and no server is given\. Give --server "<command>" or --url <url> as well\.\n$/
    ],
    [
      "a model of nothing",
      { "package.json": "{}" },
      ["--model", "gpt-5"],
      /^--model is for a suite of your own server/
    ],
    [
      "a model without a known provider",
      { "package.json": "{}" },
      ["--server", weather, "--model", "llama"],
      /^No provider is known for the model "llama"\. Name one of Anthropic's/
    ]
  ])("%s", (_, files, args, sentence) => {
    using user = emptyProject(files)
    const before = filesOf(user)
    const { code, stderr, stdout } = init(user, ...args)
    assert.deepEqual([code, stdout], [2, ""])
    assert.match(stderr, sentence)
    assert.deepEqual(filesOf(user), before)
  })

  test("a file in place of a folder that is needed", () => {
    using user = emptyProject({ "package.json": "{}", suites: "" })
    const { code, stderr } = init(user)
    assert.equal(code, 2)
    assert.match(stderr, /^suites\/demo\.mts could not be written: .*\. Make room for it and run passhat init again/)
    assert.ok(!existsSync(join(user.folder, ".github")))
  })
})

describe("the workflow of a server", () => {
  const stepsOf = (user: { readonly read: (file: string) => string }): ReadonlyArray<Step> =>
    (Result.getOrThrow(parseYaml(user.read(".github/workflows/passhat.yml"))) as Workflow).jobs.evals.steps

  test("asks the server whether the catalogue is up to date, with a command that a shell reads", () => {
    using user = emptyProject({ "package.json": `{ "type": "module" }` })
    assert.equal(init(user, "--server", weather, "--name", "it's the sky").code, 0)
    const check = stepsOf(user).find(({ run: line }) => line?.includes(" types "))?.run ?? ""
    assert.match(check, /--name 'it'\\''s the sky' --check suites\/servers\/it-s-the-sky\.ts$/)
    const line = check.replace("npx passhat", `${process.execPath} ${passhat}`)
    const { status, stderr, stdout } = spawnSync("sh", ["-c", line], { cwd: user.folder, encoding: "utf8" })
    assert.equal(status, 0, stdout + stderr)
  })

  test("does not ask a server that needs a variable of the environment", () => {
    using user = emptyProject({ "package.json": `{ "type": "module" }` })
    assert.equal(init(user, "--server", weather, "--env", "HOME").code, 0)
    assert.ok(!stepsOf(user).some(({ run: line }) => line?.includes(" types ")))
  })
})
