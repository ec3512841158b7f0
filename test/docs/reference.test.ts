/**
 * docs/reference.md: every option that the declarations have, under the heading of its function.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import {
  type AgentOptions,
  type command,
  type driver,
  type main,
  Model,
  type OpenaiCompatible,
  type server
} from "passhat"
import { run } from "../app/project.ts"
import { read } from "./blocks.ts"

/** The keys of every member of a union, less those that only carry a type. */
type KeysOf<Options> = Options extends unknown ? Exclude<keyof Options, `~${string}`> : never

/** One entry for each key of the type: the compiler refuses a list that lacks one, or has one too many. */
type Every<Options> = { readonly [Key in KeysOf<Options>]: true }

const agent: Every<AgentOptions<ReadonlyArray<never>>> = {
  servers: true,
  prompt: true,
  model: true,
  models: true,
  driver: true,
  system: true,
  maxTurns: true,
  maxTokens: true,
  temperature: true,
  callTimeout: true,
  runTimeout: true
}
const ofServer: Every<Parameters<typeof server>[1]> = {
  tools: true,
  command: true,
  env: true,
  url: true,
  headers: true,
  inMemory: true,
  shared: true,
  instructions: true,
  elicit: true,
  sample: true,
  roots: true
}
const openaiCompatible: Every<OpenaiCompatible> = {
  baseUrl: true,
  model: true,
  apiKeyEnv: true,
  apiKeyHeader: true,
  label: true,
  reasoningEffort: true,
  toolChoice: true,
  topP: true,
  seed: true,
  stream: true,
  headers: true,
  body: true
}
const ofCommand: Every<NonNullable<Parameters<typeof command>[1]> & NonNullable<Parameters<typeof driver>[3]>> = {
  name: true,
  version: true,
  sources: true,
  clock: true,
  images: true,
  volatile: true
}
const ofMain: Every<Parameters<typeof main>[0]> = { url: true, filename: true, main: true }

const page = read("docs/reference.md")
const sections = new Map(
  page
    .split(/^## /m)
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf("\n")), section])
)
const section = (heading: string): string => sections.get(heading) ?? assert.fail(`there is no heading ${heading}`)

describe("the reference", () => {
  test.each([
    ["agent", agent],
    ["server", ofServer],
    ["Model", openaiCompatible],
    ["driver and command", ofCommand]
  ])("%s: every option has a row", (heading, options) => {
    const rows = Array.from(section(heading).matchAll(/^\| `(\w+)` /gm), ([, option]) => option)
    assert.deepEqual(rows.toSorted(), Object.keys(options).toSorted())
  })

  test("Model: every function has a row", () => {
    const rows = Array.from(section("Model").matchAll(/^\| `Model\.(\w+)\(/gm), ([, name]) => name)
    assert.deepEqual(rows.toSorted(), Object.keys(Model).toSorted())
  })

  test("main: every property of import.meta that it reads is named", () => {
    for (const key of Object.keys(ofMain)) assert.ok(section("main").includes(`\`${key}\``), key)
  })

  test("main: every flag has a row, and every row is a flag", () => {
    const { stdout } = run("suites/weather.ts", ["--help"])
    const flags = Array.from(stdout.matchAll(/^ +--([a-z-]+)/gm), ([, flag]) => flag)
    const rows = section("main")
      .split("\n")
      .filter((line) => line.startsWith("| `--"))
      .flatMap((line) => Array.from((line.split(" | ")[0] ?? "").matchAll(/--(?!no-)([a-z-]+)/g), ([, flag]) => flag))
    assert.ok(flags.includes("reporter"))
    assert.deepEqual([...new Set(rows)].toSorted(), flags.toSorted())
  })

  test("every function of the page has an example", () => {
    for (const heading of ["agent", "server", "suite", "Model", "driver and command", "main"]) {
      assert.match(section(heading), /^```ts/m)
    }
  })
})
