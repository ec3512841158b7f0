/**
 * Who may import whom. The table is the architecture; this test keeps it true.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, relative, sep } from "node:path"
import { providers } from "../src/providers/providers.ts"

interface Room {
  /** The rooms it may import from, besides itself and `std`. */
  readonly imports: ReadonlyArray<string>
  /** The rooms of which it may use types, and which it may load with `import()`. */
  readonly later?: ReadonlyArray<string>
  /** Whether the same input always gives the same output: no clock, no dice, no sockets, no fibers. */
  readonly pure: boolean
}

const rooms: Readonly<Record<string, Room>> = {
  std: { imports: [], pure: true },
  domain: { imports: [], pure: true },
  cassette: { imports: ["domain"], pure: false },
  metrics: { imports: ["domain"], pure: true },
  providers: { imports: ["domain"], later: ["providers/*"], pure: true },
  "providers/*": { imports: ["domain", "providers", "services"], pure: false },
  dsl: { imports: ["domain", "providers"], pure: true },
  gates: { imports: ["domain", "dsl", "metrics"], pure: true },
  plan: { imports: ["domain", "dsl", "providers"], pure: true },
  judge: { imports: ["domain", "metrics"], pure: true },
  report: { imports: ["domain"], pure: true },
  services: { imports: ["domain"], pure: false },
  agentLoop: { imports: ["domain"], pure: true },
  replay: { imports: ["domain", "cassette", "agentLoop"], pure: false },
  run: { imports: ["domain", "agentLoop", "services"], pure: false },
  layers: { imports: ["domain", "providers", "providers/*", "cassette", "replay", "services"], pure: false },
  cli: {
    imports: [
      "domain",
      "metrics",
      "providers",
      "dsl",
      "gates",
      "plan",
      "judge",
      "report",
      "cassette",
      "agentLoop",
      "services",
      "run",
      "layers"
    ],
    pure: false
  }
}

/** What a pure room may use of the outside: functions of their arguments. `node:crypto` is there for its hashes. */
const pureModules = new Set([
  ...["Array", "Duration", "Equal", "Function", "Option", "Pipeable", "Result", "Schema", "SchemaIssue"].map(
    (name) => `effect/${name}`
  ),
  "fast-json-stable-stringify",
  "node:crypto",
  "ajv/dist/2020.js",
  "ajv-formats"
])
const impureCode =
  /\b(Date\.now|new Date|Math\.random|performance\.|process\.|console\.|fetch\(|await |setTimeout|Intl\.|toLocale|localeCompare|randomUUID|randomBytes)/
const inexactCode = /\*\*|\bMath\.(pow|exp|log|sin|cos|tan|cbrt|hypot|expm1|log1p|log2|log10)\b/
const throwingCode = /\b(?:throw |try \{|catch \(|catch \{)/

const src = join(import.meta.dirname, "../src")
const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"))
/** The public doors. */
const doors = new Set(["index.ts", "effect.ts", "schema.ts"])
const inRooms = files.filter((file) => !doors.has(file))
/** A provider's record is loaded by every suite; the rest of its folder only by live runs, so it is another room. */
const roomOf = (file: string): string => {
  const [room = "", ...rest] = file.split(sep)
  return room === "providers" && rest.length > 1 && rest.at(-1) !== "record.ts" ? "providers/*" : room
}
const codeOf = (file: string): string =>
  readFileSync(join(src, file), "utf8").replace(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm, "")
const importsOf = (file: string) =>
  [
    ...codeOf(file).matchAll(/(?:^|\s)(?:import|export)\s(?:(type)\s)?[^"';]*?from\s"([^"]+)"|\bimport\("([^"]+)"\)/gm)
  ].map(([, type, from, lazily]) => ({
    from: from ?? lazily ?? "",
    typeOnly: type !== undefined,
    lazy: lazily !== undefined
  }))

describe("the rooms of src", () => {
  test.each(inRooms)("%s imports only from rooms it may", (file) => {
    const room = roomOf(file)
    assert.ok(room in rooms, "a file outside the rooms: move it, or give the table a row")
    const { imports = [], later = [] } = rooms[room] ?? {}
    const strays = importsOf(file)
      .filter(({ from }) => from.startsWith("."))
      .map((one) => ({ ...one, other: roomOf(relative(src, join(src, dirname(file), one.from))) }))
      .filter(({ lazy, other, typeOnly }) => !((lazy || typeOnly) && later.includes(other)))
      .map(({ other }) => other)
      .filter((other) => other !== room && other !== "std" && !imports.includes(other))
    assert.deepEqual(strays, [])
  })

  test.each(files)("%s imports no internal folder but those of the folders that it is in", (file) => {
    const strays = importsOf(file)
      .filter(({ from }) => from.startsWith("."))
      .map(({ from }) => join(dirname(file), from))
      .filter((target) => {
        const at = target.split(sep).indexOf("internal")
        return at !== -1 && !file.startsWith(join(...target.split(sep).slice(0, at), sep))
      })
    assert.deepEqual(strays, [])
  })

  test.each(inRooms.filter((file) => rooms[roomOf(file)]?.pure))("%s is pure", (file) => {
    const strays = importsOf(file)
      .filter(({ from, typeOnly }) => !typeOnly && !from.startsWith(".") && !pureModules.has(from))
      .map(({ from }) => from)
    assert.deepEqual(strays, [])
    assert.doesNotMatch(codeOf(file), impureCode)
  })

  test.each(inRooms.filter((file) => roomOf(file) === "metrics"))(
    "%s uses only arithmetic that every engine agrees on",
    (file) => {
      assert.doesNotMatch(codeOf(file).replace(/"[^"]*"|`[^`]*`/g, '""'), inexactCode)
    }
  )

  test.each(files.filter((file) => file !== join("std", "tryCatch.ts")))("%s neither throws nor catches", (file) => {
    assert.doesNotMatch(codeOf(file).replace(/"[^"]*"|`[^`]*`/g, '""'), throwingCode)
  })

  test.each(files)("%s says what it is before anything else, and takes effect apart", (file) => {
    const text = readFileSync(join(src, file), "utf8")
    assert.ok(text.startsWith("/**"), "no header comment")
    assert.deepEqual(
      importsOf(file).filter(({ from, typeOnly }) => from === "effect" && !typeOnly),
      [],
      "the barrel is slow to load: import the module"
    )
  })

  test("what a suite imports, and the short way through a replay, load nothing of effect but what joins functions", () => {
    const onDemand = new Set([join("dsl", "duration.ts"), join("run", "virtualClock.ts")])
    const seen = new Set<string>()
    const effects = (file: string): ReadonlyArray<string> => {
      if (seen.has(file) || onDemand.has(file)) return []
      seen.add(file)
      return importsOf(file)
        .filter(({ lazy, typeOnly }) => !lazy && !typeOnly)
        .flatMap(({ from }) => (from.startsWith(".") ? effects(join(dirname(file), from)) : [`${file}: ${from}`]))
        .filter((from) => from.includes(": effect/") && !/: effect\/(?:Function|Pipeable)$/.test(from))
    }
    assert.deepEqual(effects("index.ts"), [])
    assert.ok(seen.has(join("cli", "shortcut.ts")) && seen.has(join("judge", "judgeCell.ts")))
  })

  test("a replay loads no provider, no MCP SDK and no JSON Schema by itself", () => {
    const sdks = new Set(providers.flatMap(({ sdk }) => sdk ?? []))
    const heavy = { test: (from: string) => sdks.has(from) || /^(ajv|@modelcontextprotocol)/.test(from) }
    const eager = inRooms
      .filter((file) => file !== join("metrics", "jsonSchema.ts"))
      .flatMap((file) => importsOf(file).filter(({ from, lazy, typeOnly }) => heavy.test(from) && !lazy && !typeOnly))
    assert.deepEqual(eager, [])
  })
})
