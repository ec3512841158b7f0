/**
 * Makes `dist/`, what the package is: `npm run build`. `npm run dev` makes it again after every change of src.
 *
 * The bundle carries its own copy of effect, so that a suite starts in a fraction of the time; what only some runs need
 * is in chunks of its own. `dist/effect` is the same over the copy of effect that the user has installed.
 */
import { spawnSync } from "node:child_process"
import { mkdirSync, readdirSync, readFileSync, rmSync, watch, writeFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { digestOf, MADE_OF } from "./src/cli/freshness.ts"

type File = readonly [path: string, text: string]

const root = import.meta.dirname
const src = join(root, "src")
const dist = join(root, "dist")

/** Found in the user's project by those runs that ask for them. */
const outside = ["@modelcontextprotocol/*", "@anthropic-ai/sdk", "openai", "@swc/wasm-typescript"]
/** Of what reports and events hold, for those who read them by program. */
const schemas = ["report-schema.json", "event-schema.json"]
/** Carried along, and their licences with them. */
const carried = [
  "ajv",
  "ajv-formats",
  "effect",
  "fast-deep-equal",
  "fast-json-stable-stringify",
  "fast-uri",
  "json-schema-traverse"
]

/**
 * Left out until they are used, and by whom they are imported: there a stand-in loads them in the middle of a call. They
 * export functions alone.
 */
const onDemand: { readonly [file: string]: ReadonlyArray<string> } = {
  "cli/sources.ts": ["cli/plainReplay.ts"],
  "std/plainSha256.ts": ["std/sha256.ts"],
  "dsl/duration.ts": ["dsl/millis.ts"],
  "dsl/flow.ts": ["index.ts"],
  "gates/faultMatrix.ts": ["index.ts"],
  "gates/goldenPath.ts": ["index.ts"],
  "gates/passRate.ts": ["index.ts"],
  "gates/recovery.ts": ["index.ts"],
  "gates/reliability.ts": ["index.ts"],
  "gates/said.ts": ["index.ts"],
  "gates/session.ts": ["index.ts"],
  "gates/trajectoryAxes.ts": ["index.ts"],
  "metrics/confusion.ts": ["gates/toolSelection.ts"],
  "metrics/internal/lcsPairs.ts": ["metrics/similarity.ts"],
  "metrics/internal/narrative/claims.ts": ["metrics/narrative.ts"],
  "metrics/internal/narrative/reviewClaims.ts": ["metrics/internal/narrative/items.ts"],
  "metrics/internal/trajectoryMismatches.ts": ["metrics/trajectory.ts"],
  "metrics/internal/trajectorySteps.ts": ["metrics/trajectory.ts"],
  "metrics/internal/unusualRuns.ts": ["metrics/stability.ts"],
  "metrics/internal/weakestRuns.ts": ["metrics/stability.ts"],
  "metrics/selectionF1.ts": ["gates/toolSelection.ts"],
  "plan/faultRules.ts": ["plan/agentRules.ts"],
  "report/characters.ts": ["report/width.ts"],
  "report/evidence.ts": ["report/pretty.ts"],
  "report/faultTable.ts": ["report/pretty.ts"],
  "report/longSection.ts": ["report/pretty.ts"],
  "report/spelt.ts": ["report/visible.ts"],
  "report/story.ts": ["report/pretty.ts"],
  "report/worthTelling.ts": ["report/pretty.ts"],
  "run/steppedTrace.ts": ["run/replay.ts"],
  "run/virtualClock.ts": ["index.ts"]
}

/** What a suite imports, first. */
const programs = [
  "index.ts",
  "schema.ts",
  "cli/passhat.ts",
  "cli/stripTypes.ts",
  "cli/worker.ts",
  ...Object.keys(onDemand)
]

/** The stand-ins and who imports them, in place of what is in src. A plugin would not always give the same bytes. */
const standIns = (): { readonly [path: string]: string } => {
  const files: Record<string, string> = {}
  for (const [file, importers] of Object.entries(onDemand)) {
    files[join(src, standInOf(file))] = standInText(file)
    for (const importer of importers) {
      const path = join(src, importer)
      const [text, real] = [files[path] ?? readFileSync(path, "utf8"), `from "${towards(importer, file)}"`]
      if (!text.includes(real)) throw new Error(`${importer} does not import ${file}.`)
      const standIn = `from "${towards(importer, standInOf(file))}"`
      files[path] = text.replace(real, standIn)
    }
  }
  return files
}

const standInText = (file: string): string => {
  const { exports } = new Bun.Transpiler({ loader: "ts" }).scan(readFileSync(join(src, file), "utf8"))
  return [
    'import { createRequire } from "node:module"',
    "let loaded",
    `const load = () => (loaded ??= createRequire(import.meta.url)("passhat:${file.replace(/ts$/, "js")}"))`,
    ...exports.map((name) => `export const ${name} = (...args) => load().${name}(...args)`)
  ].join("\n")
}

/**
 * What every run needs, as one chunk instead of fifty: a chunk is whatever the same starting points lead to, so all of them
 * lead to what a suite imports.
 */
const together = ([suite = "", ...entries]: ReadonlyArray<string>, files: { readonly [path: string]: string }) => {
  const texts = new Map(
    sources().map((file) => [file, files[join(src, file)] ?? readFileSync(join(src, file), "utf8")])
  )
  const lazily = [...texts].flatMap(([file, text]) =>
    Array.from(text.matchAll(/\bimport\("(\.[^"]+)"\)/g), ([, to = ""]) => join(dirname(file), to))
  )
  const led = [...new Set([...entries, ...lazily])].map((file) => [
    join(src, file),
    `${texts.get(file)}\nexport { main as "~together" } from "${towards(file, suite)}"\n`
  ])
  return { ...files, ...Object.fromEntries(led) }
}

const sources = (): ReadonlyArray<string> =>
  readdirSync(src, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"))

const standInOf = (file: string): string => file.replace(/ts$/, "standIn.js")

const towards = (from: string, to: string): string => {
  const path = relative(dirname(from), to)
  return path.startsWith(".") ? path : `./${path}`
}

/** Only now is it known where a file of the bundle looks from. */
const located = (path: string, text: string): string =>
  text.replace(/"passhat:([^"]+)"/g, (_, to: string) => JSON.stringify(towards(join(path), to)))

interface Bundle {
  readonly entries: ReadonlyArray<string>
  readonly external: ReadonlyArray<string>
  /** Texts in place of those in src. */
  readonly files?: { readonly [path: string]: string }
}

const bundle = async (folder: string, { entries, external, files: texts = {} }: Bundle) => {
  const { outputs } = await Bun.build({
    entrypoints: entries.map((entry) => join(src, entry)),
    root: src,
    target: "node",
    format: "esm",
    splitting: true,
    naming: { entry: "[dir]/[name].[ext]", chunk: "chunks/[hash].[ext]" },
    minify: true,
    external: [...external],
    files: texts
  })
  const files = await Promise.all(
    outputs.map(async (file): Promise<File> => [file.path, located(file.path, await file.text())])
  )
  // Entries last: a program that starts meanwhile finds every chunk that they name.
  return renamed(files)
    .map(([path, text]): File => [join(folder, path), `${path.endsWith(COMMAND) ? SHEBANG : ""}${marked(text)}`])
    .toSorted(([a], [b]) => Number(b.includes("chunks")) - Number(a.includes("chunks")))
}

/** Names chunks by what is in them: Bun's own names depend on where the checkout is. */
const renamed = (files: ReadonlyArray<File>): ReadonlyArray<File> => {
  const named = (text: string, names: ReadonlyMap<string, string>): string =>
    text.replace(/\b[a-z0-9]{8}(?=\.js$|\.js")/gm, (old) => names.get(old) ?? old)
  const chunks = files.flatMap(([path, text]) => {
    const old = /chunks\/(.*)\.js$/.exec(path)?.[1]
    return old === undefined ? [] : [[old, text] as const]
  })
  let names: ReadonlyMap<string, string> = new Map(chunks.map(([old]) => [old, ""]))
  // A name is made of the names of what the chunk imports: as many rounds as such a chain is long.
  for (let round = 0; round < 10; round++) {
    names = new Map(chunks.map(([old, text]) => [old, Bun.hash(named(text, names)).toString(36).slice(0, 8)]))
  }
  return files.map(([path, text]) => [named(path, names), named(text, names)])
}

/** Tells Bun that nothing is left to transpile; it then reads bytes as characters, so each has to be one. */
const marked = (text: string): string => `// @bun\n${plain(text)}`

/** What is run by its name alone, and by whom. */
const COMMAND = "cli/passhat.js"
const SHEBANG = "#!/usr/bin/env node\n"

/** Written in ASCII alone: an escape means the same in a string, in a template and in a regular expression. */
const plain = (text: string): string =>
  text.replace(/(\\*)([^\0-\x7f])/g, (_, slashes: string, unit: string) => {
    if (slashes.length % 2 === 1) throw new Error(`A bundle has ${slashes}${unit}, which cannot be written in ASCII.`)
    return `${slashes}\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`
  })

const licences = (): string =>
  carried
    .map((name) => `${name}\n\n${readFileSync(join(root, "node_modules", name, "LICENSE"), "utf8").trim()}\n`)
    .join(`\n${"-".repeat(80)}\n\n`)

const writeBundles = async (): Promise<void> => {
  const digest = await digestOf(src)
  const files: ReadonlyArray<File> = [
    ...(await bundle("", { entries: programs, external: outside, files: together(programs, standIns()) })),
    ...(await bundle("", { entries: ["metrics/index.ts"], external: outside })),
    ...(await bundle("effect", {
      entries: ["effect.ts", "cli/worker.ts"],
      external: [...outside, "effect", "effect/*"]
    })),
    ["licenses.txt", licences()],
    ...schemas.map((name): File => [name, readFileSync(join(src, "report", name), "utf8")]),
    [MADE_OF, digest]
  ]
  for (const [path, text] of files) {
    mkdirSync(dirname(join(dist, path)), { recursive: true })
    writeFileSync(join(dist, path), text)
  }
  const made = new Set(files.map(([path]) => join(path)))
  for (const path of readdirSync(dist, { recursive: true, encoding: "utf8" })) {
    if (path.endsWith(".js") && !made.has(path)) rmSync(join(dist, path))
  }
}

/** Keeps only the declarations that a user's compiler reads. What is wrong with them, the check of the whole tells. */
const writeDeclarations = (): void => {
  const types = join(dist, "types")
  rmSync(types, { recursive: true, force: true })
  const tsc = join(root, "node_modules/.bin/tsc")
  const { status, stdout } = spawnSync(tsc, ["-p", "tsconfig.build.json"], { cwd: root, encoding: "utf8" })
  if (status !== 0) throw new Error(`The declarations could not be made:\n${stdout}`)
  const read = new Set<string>()
  const follow = (path: string): void => {
    if (read.has(path)) return
    read.add(path)
    const text = readFileSync(join(types, path), "utf8")
    for (const [, to = ""] of text.matchAll(/(?:from |import\()"(\.[^"]+)\.ts"/g))
      follow(join(dirname(path), `${to}.d.ts`))
  }
  for (const entry of ["index.d.ts", "effect.d.ts", "metrics/index.d.ts", "schema.d.ts"]) follow(entry)
  for (const path of readdirSync(types, { recursive: true, encoding: "utf8" })) {
    if (path.endsWith(".d.ts") && !read.has(path)) rmSync(join(types, path))
  }
}

await writeBundles()
writeDeclarations()

if (process.argv.includes("--watch")) {
  console.log("Watching src.")
  watch(src, { recursive: true }, () => void writeBundles().then(() => console.log("Built.")))
}
