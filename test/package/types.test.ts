/**
 * The package's declarations as a user's compiler finds them.
 */
import { setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { root } from "../cli/project.ts"
import { unpacked } from "./tarball.ts"

setDefaultTimeout(60_000)

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

const resolutions = {
  NodeNext: { module: "NodeNext" },
  Bundler: { module: "ESNext", moduleResolution: "Bundler" }
}

test.each(Object.entries(resolutions))("resolve under %s, with nothing skipped", (_, compilerOptions) => {
  using user = unpacked()
  user.write("suites/mine.ts", suite)
  user.write(
    "tsconfig.json",
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
        noEmit: true
      },
      include: ["suites"]
    })
  )
  const { stdout } = spawnSync(join(root, "node_modules/.bin/tsc"), ["-p", "."], { cwd: user.folder, encoding: "utf8" })
  assert.equal(stdout, "")
})
