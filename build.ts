/**
 * Makes `dist/`, what the package is: `npm run build`. `npm run dev` makes it again after every change of src.
 *
 * The bundle carries its own copy of effect, so that a suite starts in a fraction of the time; what only some runs need
 * is in chunks of its own. `dist/effect` is the same over the copy of effect that the user has installed.
 */
import { spawnSync } from "node:child_process"
import { mkdirSync, readdirSync, readFileSync, rmSync, watch, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import type { BunPlugin } from "bun"
import { agentFiles } from "./agentFiles.ts"
import { writePageBundles } from "./pageBundles.ts"
import { digestOf, SOURCE_DIGEST } from "./src/app/kit/bundleFreshness.ts"
import { providers } from "./src/edges/providers/providers.ts"

type File = readonly [path: string, text: string]

const root = import.meta.dirname
const src = join(root, "src")
const dist = join(root, "dist")

/** Packages that the bundle does not contain: a run that needs one loads it from the user's project. */
const outside = [
  "@modelcontextprotocol/*",
  "@swc/wasm-typescript",
  "pg",
  ...new Set(providers.flatMap(({ sdk }) => sdk ?? []))
]
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
  "fflate",
  "json-schema-traverse"
]

/** Each file of the folder itself is one. */
const adapters = readdirSync(join(src, "edges/adapters"), { withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ name }) => `edges/adapters/${name}`)
  .toSorted()

/** What a suite imports, first; then what is started by itself. */
const programs = ["index.ts", "schema.ts", ...adapters, "doors/passhat.ts", "app/kit/stripTypes.ts"]

interface Bundle {
  readonly entries: ReadonlyArray<string>
  readonly external: ReadonlyArray<string>
  readonly plugins?: ReadonlyArray<BunPlugin>
}

/** `passhat/effect` runs suites and no command, so its bundle leaves the commands of features out. */
const withoutCommands: BunPlugin = {
  name: "without commands",
  setup: (build) => {
    build.onResolve({ filter: /^\.\/commands\.ts$/ }, ({ importer, path }) =>
      importer.endsWith("/feature.ts") ? { path, namespace: "left-out" } : undefined
    )
    build.onLoad({ filter: /./, namespace: "left-out" }, () => ({ contents: "export {}", loader: "ts" }))
  }
}

const bundle = async (folder: string, { entries, external, plugins = [] }: Bundle) => {
  const { outputs } = await Bun.build({
    entrypoints: entries.map((entry) => join(src, entry)),
    root: src,
    target: "node",
    format: "esm",
    splitting: true,
    naming: { entry: "[dir]/[name].[ext]", chunk: "chunks/[hash].[ext]" },
    minify: true,
    external: [...external],
    plugins: [...plugins]
  })
  const split = await Promise.all(outputs.map(async (file): Promise<File> => [join(file.path), await file.text()]))
  const files = await joined(split, external)
  // Entries last: a program that starts meanwhile finds every chunk that they name.
  return renamed(files)
    .map(([path, text]): File => [join(folder, path), `${path.endsWith(COMMAND) ? SHEBANG : ""}${marked(text)}`])
    .toSorted(([a], [b]) => Number(b.includes("chunks")) - Number(a.includes("chunks")))
}

/**
 * Joins the chunks that the first entry always loads into one: Bun cuts a chunk wherever the ways to a module differ, and
 * some sixty small files take 5 ms longer to load than a large one. Sources are not touched: it bundles what Bun wrote.
 */
const joined = async (files: ReadonlyArray<File>, external: ReadonlyArray<string>): Promise<ReadonlyArray<File>> => {
  const texts = new Map(files)
  const [first = ""] = files.find(([path]) => !path.startsWith("chunks")) ?? []
  const core = loadedBy(first, texts).filter((path) => path.startsWith("chunks"))
  const exported = core.flatMap((path) => exportsOf(texts.get(path) ?? ""))
  if (new Set(exported).size < exported.length) throw new Error("Two chunks export the same name.")
  // What is loaded late stays outside: under a name of its own, because Bun resolves every path.
  const opened = (text: string): string => text.replace(/\bimport\("\.\/([^"]+)"\)/g, 'import("late:$1")')
  const { outputs } = await Bun.build({
    entrypoints: [join(dist, "chunks", CORE)],
    target: "node",
    format: "esm",
    minify: true,
    external: [...external, "late:*"],
    files: {
      [join(dist, "chunks", CORE)]: core.map((path) => `export * from "./${basename(path)}"`).join("\n"),
      ...Object.fromEntries(core.map((path) => [join(dist, path), opened(texts.get(path) ?? "")]))
    }
  })
  const isCore = new Set(core.map((path) => basename(path)))
  const pointed = (text: string): string =>
    text.replace(/(?<=["/])([a-z0-9]{8}\.js)(?=")/g, (name) => (isCore.has(name) ? CORE : name))
  return [
    [join("chunks", CORE), pointed(((await outputs[0]?.text()) ?? "").replaceAll('"late:', '"./'))],
    ...files.flatMap(([path, text]): ReadonlyArray<File> => (core.includes(path) ? [] : [[path, pointed(text)]]))
  ]
}

/** A name like those of Bun's chunks, which `renamed` replaces. */
const CORE = "corecore.js"

/** The files that an entry imports statically, itself included. */
const loadedBy = (entry: string, texts: ReadonlyMap<string, string>): ReadonlyArray<string> => {
  const seen = new Set<string>()
  const follow = (path: string): void => {
    if (seen.has(path)) return
    seen.add(path)
    const text = texts.get(path) ?? ""
    for (const [, to = ""] of text.matchAll(/(?:from|import)"(\.[^"]+)"/g)) follow(join(dirname(path), to))
  }
  follow(entry)
  return [...seen]
}

/** `export{a,b as c}` gives a and c. */
const exportsOf = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/export\{([^}]*)\}/g)].flatMap(([, names = ""]) =>
    names.split(",").map((name) => name.split(" as ").at(-1)?.trim() ?? "")
  )

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
const COMMAND = "passhat.js"
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
  await writePageBundles()
  const digest = await digestOf(src)
  const files: ReadonlyArray<File> = [
    ...(await bundle("", { entries: programs, external: outside })),
    ...(await bundle("", { entries: ["metrics.ts"], external: outside })),
    ...(await bundle("effect", {
      entries: ["effect.ts"],
      external: [...outside, "effect", "effect/*"],
      plugins: [withoutCommands]
    })),
    ["licenses.txt", licences()],
    ...agentFiles(),
    ...schemas.map((name): File => [name, readFileSync(join(src, "edges/report", name), "utf8")]),
    [SOURCE_DIGEST, digest]
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
    const { imports, text } = importingJs(readFileSync(join(types, path), "utf8"))
    writeFileSync(join(types, path), text)
    for (const to of imports) follow(join(dirname(path), `${to}.d.ts`))
  }
  const entries = ["index.ts", "effect.ts", "metrics.ts", "schema.ts", ...adapters]
  for (const entry of entries) follow(entry.replace(/\.ts$/, ".d.ts"))
  for (const path of readdirSync(types, { recursive: true, encoding: "utf8" })) {
    if (path.endsWith(".d.ts") && !read.has(path)) rmSync(join(types, path))
  }
}

/**
 * A declaration file that imports `./x.js` where it imported `./x.ts`, and the paths without the extension. By `./x.js` every
 * compiler finds `x.d.ts`; Deno does in an installed package, and in this repository with `sloppy-imports` of deno.json.
 * Examples in comments are left as they are.
 */
const importingJs = (text: string): { readonly text: string; readonly imports: ReadonlyArray<string> } => {
  const imports: Array<string> = []
  const lines = text.split("\n").map((line) =>
    /^\s*(?:\/\*\*|\*)/.test(line)
      ? line
      : line.replace(/((?:from |import |import\()")(\.[^"]+)\.ts"/g, (_, before: string, path: string) => {
          imports.push(path)
          return `${before}${path}.js"`
        })
  )
  return { text: lines.join("\n"), imports }
}

await writeBundles()
writeDeclarations()

if (process.argv.includes("--watch")) {
  console.log("Watching src.")
  watch(src, { recursive: true }, () => void writeBundles().then(() => console.log("Built.")))
}
