/**
 * The permitted imports of each room of `src`: the table is in rooms.ts.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, relative, sep } from "node:path"
import { providers } from "../src/edges/providers/providers.ts"
import { rooms } from "./rooms.ts"

/** What a pure room may use of the outside: functions of their arguments. `node:crypto` is there for its hashes. */
const pureModules = new Set([
  ...["Array", "Function", "Pipeable", "Result", "Schema"].map((name) => `effect/${name}`),
  "fast-json-stable-stringify",
  "fflate/browser",
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
/** What a replay loads before anything unusual is found, with and without flags, and in every format of text. */
const replayRoots = [
  "index.ts",
  ...["main.ts", "passhat.ts", "flags/parse.ts", "suites/gateLocations.ts"].map((file) => join("cli", file)),
  join("judge", "analyse.ts"),
  ...files.filter((file) => /^report.formats.\w+\.ts$/.test(file))
]
/** All packages that a replay may load. Schema, FileSystem, Stream, the command line, ajv and SDKs take too long. */
const replayPackages = [
  ..."Array Clock Context Data Duration Effect Fiber Function Layer Result Scheduler Semaphore"
    .split(" ")
    .map((name) => `effect/${name}`),
  "fast-json-stable-stringify"
]
const importsOf = (file: string) =>
  [
    ...codeOf(file).matchAll(/(?:^|\s)(?:import|export)\s(?:(type)\s)?[^"';]*?from\s"([^"]+)"|\bimport\("([^"]+)"\)/gm)
  ].map(([, type, from, lazily]) => ({
    from: from ?? lazily ?? "",
    typeOnly: type !== undefined,
    lazy: lazily !== undefined
  }))

/** The files that these load statically, themselves included, and the packages. */
const loadedBy = (roots: ReadonlyArray<string>) => {
  const seen = new Set<string>()
  const packages = new Set<string>()
  const walk = (file: string): void => {
    if (seen.has(file)) return
    seen.add(file)
    for (const { from, lazy, typeOnly } of importsOf(file)) {
      if (lazy || typeOnly) continue
      if (from.startsWith(".")) walk(join(dirname(file), from))
      else if (!from.startsWith("node:")) packages.add(from)
    }
  }
  for (const file of roots) walk(file)
  return { seen, packages: [...packages].toSorted() }
}

describe("the rooms of src", () => {
  test.each(inRooms)("%s imports only from permitted rooms", (file) => {
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

  test("every room of the table is a folder, and imports every room that it may import", () => {
    const unused = Object.entries(rooms).flatMap(([room, { imports, later = [] }]) => {
      const used = new Set(
        inRooms
          .filter((file) => roomOf(file) === room)
          .flatMap((file) =>
            importsOf(file).flatMap(({ from }) => (from.startsWith(".") ? [roomOf(join(dirname(file), from))] : []))
          )
      )
      assert.ok(
        inRooms.some((file) => roomOf(file) === room),
        `${room} has no file`
      )
      return [...imports, ...later].filter((other) => !used.has(other)).map((other) => `${room} -> ${other}`)
    })
    assert.deepEqual(unused, [])
  })

  test.each(files)("%s imports no internal folder except those of its parent folders", (file) => {
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
    "%s uses only arithmetic that is equal on every engine",
    (file) => {
      assert.doesNotMatch(codeOf(file).replace(/"[^"]*"|`[^`]*`/g, '""'), inexactCode)
    }
  )

  test.each(files.filter((file) => file !== join("std", "tryCatch.ts")))("%s neither throws nor catches", (file) => {
    assert.doesNotMatch(codeOf(file).replace(/"[^"]*"|`[^`]*`/g, '""'), throwingCode)
  })

  test.each(files)("%s starts with a doc comment, and imports modules of effect deeply", (file) => {
    const text = readFileSync(join(src, file), "utf8")
    assert.ok(text.startsWith("/**"), "no header comment")
    assert.deepEqual(
      importsOf(file).filter(({ from, typeOnly }) => from === "effect" && !typeOnly),
      [],
      "the barrel is slow to load: import the module"
    )
  })

  test("a replay statically imports only these modules of effect and one small package", () => {
    const { packages, seen } = loadedBy(replayRoots)
    assert.deepEqual(packages, replayPackages)
    const way = ["cli/run/runSuites.ts", "run/execute.ts", "replay/playCell.ts", "judge/judgeCell.ts"]
    assert.deepEqual(
      way.filter((file) => !seen.has(join(...file.split("/")))),
      []
    )
  })

  test("only the html report and the viewer load the package that compresses", () => {
    const page = join("report", "formats", "html", "html.ts")
    assert.deepEqual(loadedBy([...replayRoots, page]).packages, [...replayPackages, "fflate/browser"])
    const importers = files.filter((file) => importsOf(file).some(({ from }) => from.startsWith("fflate")))
    assert.deepEqual(importers, [join("report", "formats", "html", "packedCell.ts")])
  })

  test("those modules of effect import no Schema, FileSystem, Stream, Sink or command line themselves", () => {
    const effect = join(src, "../node_modules/effect/dist")
    const seen = new Set<string>()
    const walk = (file: string): void => {
      if (seen.has(file)) return
      seen.add(file)
      const text = readFileSync(join(effect, file), "utf8")
      for (const [, from = ""] of text.matchAll(/^(?:import|export)\s[^"';]*?from\s"(\.[^"]+)"/gm)) {
        walk(join(dirname(file), from))
      }
    }
    for (const name of replayPackages) {
      if (name.startsWith("effect/")) walk(`${name.slice("effect/".length)}.js`)
    }
    assert.ok(seen.size > replayPackages.length)
    assert.deepEqual(
      [...seen].filter((file) => /^(?:Schema\w*|FileSystem|Stream|Sink|Channel)\.js$|^cli\b/.test(file)),
      []
    )
  })

  test("a replay statically imports no provider, no MCP SDK and no JSON Schema", () => {
    const sdks = new Set(providers.flatMap(({ sdk }) => sdk ?? []))
    const heavy = { test: (from: string) => sdks.has(from) || /^(ajv|@modelcontextprotocol)/.test(from) }
    const eager = inRooms
      .filter((file) => file !== join("metrics", "jsonSchema.ts"))
      .flatMap((file) => importsOf(file).filter(({ from, lazy, typeOnly }) => heavy.test(from) && !lazy && !typeOnly))
    assert.deepEqual(eager, [])
  })
})
