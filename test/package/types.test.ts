/**
 * The package's declarations as a user's compiler finds them: TypeScript 5.6, 5.9 and 7 in a project that installed the
 * package, and Deno in this repository. The declarations of libraries are checked as well.
 */
import { afterAll, beforeAll, describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { root } from "../app/project.ts"
import { run } from "./process.ts"
import { isOnline, unpacked } from "./tarball.ts"

setDefaultTimeout(300_000)

const suite = `
import { agent, equals, expect, main, runs, server, suite, toolSelection, type Trace } from "passhat"
import { Schema } from "passhat/schema"
import { trajectory } from "passhat/metrics"
import * as shared from "passhat/effect"
import report from "passhat/report-schema.json" with { type: "json" }
import * as Effect from "effect/Effect"
import * as Own from "effect/Schema"

const City = Schema.Struct({ city: Schema.String })
type City = Schema.Schema.Type<typeof City>
const sacramento: City = { city: "Sacramento" }
const weather = server("weather", { command: ["node", "weather.js"], tools: { get_weather: City } })
const own = shared.server("own", { command: ["x"], tools: { ask: Own.Struct({ when: Own.DateTimeUtc, city: City }) } })
const drive = shared.driver("mine", "1", ({ callEffect }) => Effect.as(callEffect("own/ask", {}), "done"))

export default suite(
  "types",
  agent("asks", { model: "claude-m", servers: [weather], prompt: sacramento.city }).pipe(
    runs(5),
    toolSelection(weather.tools.get_weather, { minSelectionRate: 0.8 }),
    expect("stop_reason", equals("end_turn"))
  ),
  shared.agent("drives", { driver: drive, servers: [own], prompt: "p" })
)
export const metric: typeof trajectory = trajectory
export const traces: ReadonlyArray<Trace> = []
export const schema: object = report
await main(import.meta, suite("empty"))

// @ts-expect-error a tool that the server does not have
weather.tools.get_wether
// @ts-expect-error what JSON has no use for is not in this Schema
Schema.Cookie.ast
`

const online = await isOnline()
if (!online) console.log("The registry cannot be reached: TypeScript 5.6 and 5.9 are not installed and not tried.")

const bin = (name: string): string => join(root, "node_modules/.bin", name)
const older = mkdtempSync(join(tmpdir(), "passhat-typescript-"))
const compilers: { readonly [version: string]: string } = {
  "7.0.2": bin("tsc"),
  ...(online &&
    Object.fromEntries(["5.6.3", "5.9.3"].map((v) => [v, join(older, `node_modules/typescript-${v}/bin/tsc`)])))
}
const resolutions = {
  NodeNext: { module: "NodeNext" },
  Bundler: { module: "ESNext", moduleResolution: "Bundler" }
}
const user = unpacked()

beforeAll(async () => {
  user.write("suites/mine.ts", suite)
  for (const [name, compilerOptions] of Object.entries(resolutions))
    user.write(`${name}.json`, tsconfig(compilerOptions))
  if (!online) return
  writeFileSync(join(older, "package.json"), "{}")
  const aliases = ["5.6.3", "5.9.3"].map((version) => `typescript-${version}@npm:typescript@${version}`)
  const { code, stderr } = await run({ cwd: older }, "npm", "install", "--no-audit", "--no-fund", ...aliases)
  assert.equal(code, 0, stderr)
})
afterAll(() => {
  user[Symbol.dispose]()
  rmSync(older, { recursive: true, force: true })
})

const tsconfig = (compilerOptions: object): string =>
  JSON.stringify({
    compilerOptions: {
      ...compilerOptions,
      target: "ES2022",
      lib: ["ES2023", "DOM"],
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      resolveJsonModule: true,
      skipLibCheck: false,
      // Of the libraries, those that come with the compiler itself are not checked: that takes as long as all the rest.
      skipDefaultLibCheck: true,
      noEmit: true
    },
    include: ["suites"]
  })

/** effect 4.1 is written for TypeScript 5.7 and newer, where `Uint8Array` has a type parameter. */
const ofEffectBefore57 =
  /node_modules\/effect\/dist\/\w+\.d\.ts\(\d+,\d+\): error TS2315: Type 'Uint8Array' is not generic\.$/

describe("a project that installed the package", () => {
  test.each(Object.entries(compilers))(
    "type-checks with TypeScript %s, including its libraries",
    async (version, tsc) => {
      // Both at once: a compiler keeps one core busy. Older compilers resolve as the newest does, and are slow.
      const names = Object.keys(resolutions).filter((name) => version === "7.0.2" || name === "NodeNext")
      const results = await Promise.all(
        names.map((name) => run({ cwd: user.folder }, tsc, "-p", `${name}.json`, "--pretty", "false"))
      )
      for (const { code, stderr, stdout } of results) {
        const errors = stdout.split("\n").filter((line) => line !== "")
        assert.equal(stderr, "")
        assert.deepEqual(
          errors.filter((line) => version !== "5.6.3" || !ofEffectBefore57.test(line)),
          []
        )
        assert.equal(code === 0, errors.length === 0)
      }
    }
  )
})

test("Deno type-checks the suites of this repository", () => {
  const suites = readdirSync(join(root, "suites"))
    .filter((file) => file.endsWith(".ts"))
    .map((file) => join("suites", file))
  const { status, stderr } = spawnSync(bin("deno"), ["check", ...suites], { cwd: root, encoding: "utf8" })
  assert.ok(suites.length > 0)
  assert.equal(status, 0, stderr)
})
