/**
 * The layout of `src`: which floor, room and feature may import which. The tables are in rooms.ts.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, sep } from "node:path"
import { providers } from "../src/edges/providers/providers.ts"
import { featureRoom, floors, type Room, rooms, sharedFeatures } from "./rooms.ts"

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
/** The files of `src` itself: they only export. */
const isDoor = (file: string): boolean => !file.includes(sep) || file.startsWith(`doors${sep}`)
const inRooms = files.filter((file) => !isDoor(file))
/**
 * `engine/run` of `engine/run/execute.ts`. A provider's record is loaded by every suite, and the rest of its folder only by live runs, so it is
 * another room. The files of `features` itself are the table.
 */
const roomOf = (file: string): string => {
  const [floor = "", room = "", ...rest] = file.split(sep)
  if (isDoor(file)) return "doors"
  if (rest.length === 0) return floor
  const isAsking = room === "providers" && rest.length > 1 && rest.at(-1) !== "record.ts"
  return isAsking ? `${floor}/${room}/*` : `${floor}/${room}`
}
const featureOf = (room: string): string | undefined => /^features\/(.+)$/.exec(room)?.[1]
const roomNamed = (name: string): Room | undefined => {
  const feature = featureOf(name)
  return feature === undefined ? rooms[name] : featureRoom(feature)
}
const codeOf = (file: string): string =>
  readFileSync(join(src, file), "utf8").replace(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm, "")
/** What a replay loads before anything unusual is found, with and without flags, and in every format of text. */
const replayRoots = [
  "index.ts",
  join("doors", "passhat.ts"),
  ...["flags/parse.ts", "suites/gateLocations.ts"].map((file) => join("app", file)),
  join("engine", "judge", "analyse.ts"),
  ...files.filter((file) => /^edges.report.formats.\w+\.ts$/.test(file))
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

const targetsOf = (file: string) =>
  importsOf(file)
    .filter(({ from }) => from.startsWith("."))
    .map((one) => ({ ...one, path: join(dirname(file), one.from) }))

describe("the layout of src", () => {
  test.each(inRooms.filter((file) => roomOf(file) !== "features"))("%s imports only from permitted rooms", (file) => {
    const room = roomOf(file)
    const { imports, later = [] } = roomNamed(room) ?? assert.fail("no room of the table: move it, or add a row")
    const strays = targetsOf(file)
      .map((one) => ({ ...one, other: roomOf(one.path) }))
      .filter(({ lazy, other, typeOnly }) => !((lazy || typeOnly) && later.includes(other)))
      .map(({ other }) => other)
      .filter((other) => other !== room && other !== "base/std" && !imports.includes(other))
    assert.deepEqual(strays, [])
  })

  test("nothing below the features imports a feature, and nothing but a door imports a door", () => {
    const floorOf = (path: string): number => floors.indexOf(roomOf(path).split("/")[0] as (typeof floors)[number])
    const top = floors.indexOf("features")
    const strays = files.flatMap((file) =>
      targetsOf(file).flatMap(({ path }) =>
        floorOf(path) >= top && floorOf(file) < floorOf(path) ? [`${file} -> ${path}`] : []
      )
    )
    assert.deepEqual(strays, [])
  })

  test("a feature imports only those features that the table names, in one direction", () => {
    const found: Record<string, Array<string>> = {}
    for (const file of inRooms) {
      const feature = featureOf(roomOf(file))
      if (feature === undefined) continue
      for (const { path } of targetsOf(file)) {
        const other = featureOf(roomOf(path))
        if (other !== undefined && other !== feature) (found[feature] ??= []).push(other)
      }
    }
    const sorted = (table: Readonly<Record<string, ReadonlyArray<string>>>) =>
      Object.fromEntries(
        Object.entries(table)
          .map(([name, others]) => [name, [...new Set(others)].toSorted()] as const)
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
      )
    assert.deepEqual(sorted(found), sorted(sharedFeatures))
    const reached = (name: string, seen: ReadonlyArray<string>): void => {
      assert.ok(!seen.includes(name), `a cycle: ${[...seen, name].join(" -> ")}`)
      for (const other of sharedFeatures[name] ?? []) reached(other, [...seen, name])
    }
    for (const name of Object.keys(sharedFeatures)) reached(name, [])
  })

  test("every folder of a feature with a feature.ts is in the table of features, which imports nothing else of it", () => {
    const listed = targetsOf(join("features", "features.ts")).map(({ path }) => path)
    const there = files.filter((file) => /^features.[^/\\]+.feature\.ts$/.test(file))
    assert.deepEqual(listed.filter((path) => featureOf(roomOf(path)) !== undefined).toSorted(), there.toSorted())
  })

  test("folders import each other in one direction, and none has more than 45 files", () => {
    const used = new Map<string, Set<string>>()
    const isWithin = (a: string, b: string): boolean => `${a}${sep}`.startsWith(`${b}${sep}`)
    for (const file of files) {
      for (const { path } of targetsOf(file)) {
        const [from, to] = [dirname(file), dirname(path)]
        if (from === "." || to === "." || isWithin(from, to) || isWithin(to, from)) continue
        used.set(from, (used.get(from) ?? new Set()).add(to))
      }
    }
    const pairs = [...used].flatMap(([a, others]) =>
      [...others].filter((b) => a < b && used.get(b)?.has(a) === true).map((b) => `${a} <-> ${b}`)
    )
    assert.deepEqual(pairs, [])
    const sizes = new Map<string, number>()
    for (const file of files) sizes.set(dirname(file), (sizes.get(dirname(file)) ?? 0) + 1)
    assert.deepEqual(
      [...sizes].filter(([, size]) => size > 45),
      []
    )
  })

  test("every room of the table is a folder, and imports every room that it may import", () => {
    const unused = Object.entries(rooms).flatMap(([room, { imports, later = [] }]) => {
      const inside = inRooms.filter((file) => roomOf(file) === room)
      assert.ok(inside.length > 0, `${room} has no file`)
      if (room.startsWith("app/")) return []
      const used = new Set(inside.flatMap((file) => targetsOf(file).map(({ path }) => roomOf(path))))
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

  test.each(inRooms.filter((file) => roomNamed(roomOf(file))?.pure))("%s is pure", (file) => {
    const strays = importsOf(file)
      .filter(({ from, typeOnly }) => !typeOnly && !from.startsWith(".") && !pureModules.has(from))
      .map(({ from }) => from)
    assert.deepEqual(strays, [])
    assert.doesNotMatch(codeOf(file), impureCode)
  })

  test.each(inRooms.filter((file) => roomOf(file) === "language/metrics"))(
    "%s uses only arithmetic that is equal on every engine",
    (file) => {
      assert.doesNotMatch(codeOf(file).replace(/"[^"]*"|`[^`]*`/g, '""'), inexactCode)
    }
  )

  test.each(files.filter((file) => file !== join("base", "std", "tryCatch.ts")))(
    "%s neither throws nor catches",
    (file) => {
      assert.doesNotMatch(codeOf(file).replace(/"[^"]*"|`[^`]*`/g, '""'), throwingCode)
    }
  )

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
    const way = [
      "app/run/runSuites.ts",
      "engine/run/execute.ts",
      "engine/cassette/playCell.ts",
      "engine/judge/judgeCell.ts"
    ]
    assert.deepEqual(
      way.filter((file) => !seen.has(join(...file.split("/")))),
      []
    )
  })

  test("only the html report and the viewer load the package that compresses", () => {
    const page = join("features", "html", "html.ts")
    assert.deepEqual(loadedBy([...replayRoots, page]).packages, [...replayPackages, "fflate/browser"])
    const importers = files.filter((file) => importsOf(file).some(({ from }) => from.startsWith("fflate")))
    assert.deepEqual(importers, [join("features", "html", "packedCell.ts")])
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
      .filter((file) => file !== join("language", "metrics", "jsonSchema.ts"))
      .flatMap((file) => importsOf(file).filter(({ from, lazy, typeOnly }) => heavy.test(from) && !lazy && !typeOnly))
    assert.deepEqual(eager, [])
  })
})
