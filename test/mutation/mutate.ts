/**
 * Measures the tests of metrics and gates: makes one small mistake at a time and counts how many the tests find:
 * `npm run mutants`. With `-- --all` it makes all mistakes instead of a sample, with `-- recovery` those in such files.
 *
 * Works in private copies of the checkout. A mistake that no test finds needs its reason in survivors.json: it changes no
 * output, or only output that is not specified.
 */
import { spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Mutant, mutantsOf } from "./mutants.ts"
import { filesIn, relatedTests } from "./relatedTests.ts"
import survivors from "./survivors.json" with { type: "json" }

/** One mistake in each file, and so many in all. */
const SAMPLE = 300
/** The share of them that has to be noticed. */
const FLOOR = 0.9
const WORKERS = 2
/** Tests that take so many times as long as they should would run for ever, and that is noticed. */
const PATIENCE = 5
/** Judges twenty thousand traces, and notices nothing that the others do not. */
const TOO_SLOW = "test/engine/judge/narration.test.ts"

const root = join(import.meta.dirname, "../..")

/** Property tests draw the same values in it each time. */
const privateCopy = (): string => {
  const copy = mkdtempSync(join(tmpdir(), "passhat-mutants-"))
  process.on("exit", () => rmSync(copy, { recursive: true }))
  for (const part of ["dist", "src", "suites", "test", "package.json", "tsconfig.json"]) {
    cpSync(join(root, part), join(copy, part), { recursive: true })
  }
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"))
  writeFileSync(join(copy, "seed.ts"), 'import * as fc from "fast-check"\nfc.configureGlobal({ seed: 1 })\n')
  return copy
}

const clean = privateCopy()
const tests = ["test/language/metrics", "test/language/gates", "test/engine/judge", "test/base/domain/recording", "test/base/std"]
  .flatMap((folder) => filesIn(clean, folder, ".test.ts"))
  .filter((file) => file !== TOO_SLOW)
const related = relatedTests(clean, tests)

const passes = (copy: string, files: ReadonlyArray<string>, timeout?: number): Promise<boolean> =>
  new Promise((resolve) => {
    const options = ["--bail", "--timeout", "60000", "--preload", "./seed.ts", ...files.map((file) => `./${file}`)]
    const bun = join(root, "node_modules/.bin/bun")
    const child = spawn(bun, ["test", ...options], { cwd: copy, stdio: "ignore", timeout, killSignal: "SIGKILL" })
    child.on("close", (code) => resolve(code === 0))
  })

const survives = async (copy: string, { file, text }: Mutant, timeout: number): Promise<boolean> => {
  const { nearest, others } = related(file)
  writeFileSync(join(copy, file), text)
  const unnoticed =
    (await passes(copy, nearest, timeout)) && (others.length === 0 || (await passes(copy, others, timeout)))
  copyFileSync(join(clean, file), join(copy, file))
  return unnoticed
}

/** Each worker has its own copy and takes what is next, until nothing is left. */
const survivorsOf = async (mutants: ReadonlyArray<Mutant>, timeout: number): Promise<ReadonlyArray<Mutant>> => {
  const queue = mutants.values()
  const found: Array<Mutant> = []
  const work = async (copy: string) => {
    for (const mutant of queue) {
      if (!(await survives(copy, mutant, timeout))) continue
      found.push(mutant)
      console.log(
        `${mutant.file}:${mutant.line}\n  - ${mutant.code}\n  + ${mutant.mutant}\n  ${reasonFor(mutant) ?? "NO REASON"}`
      )
    }
  }
  await Promise.all(Array.from({ length: WORKERS }, () => work(privateCopy())))
  return found
}

const reasonFor = ({ code, file, mutant }: Mutant): string | undefined =>
  survivors.find((one) => one.file === file && one.code === code && one.mutant === mutant)?.reason

/** A hash draws them, so that a change elsewhere draws no others. */
const sampled = (mutants: ReadonlyArray<Mutant>): ReadonlyArray<Mutant> => {
  const lot = ({ code, file, mutant }: Mutant) => createHash("sha256").update(`${file} ${code} ${mutant}`).digest("hex")
  const drawn = mutants.map((mutant) => ({ mutant, lot: lot(mutant) })).toSorted((a, b) => (a.lot < b.lot ? -1 : 1))
  const inOrder = drawn.map(({ mutant }) => mutant)
  const oneEach = new Map(inOrder.toReversed().map((mutant) => [mutant.file, mutant])).values()
  return [...new Set([...oneEach, ...inOrder])].slice(0, SAMPLE)
}

/** What the files to make mistakes in are called. */
const parts = process.argv.slice(2).filter((word) => !word.startsWith("--"))

const main = async (): Promise<boolean> => {
  const started = performance.now()
  if (!(await passes(clean, tests))) {
    console.log("The tests fail without any mistake: mend them first.")
    return false
  }
  const patience = Math.ceil(PATIENCE * (performance.now() - started))
  const all = ["src/language/metrics", "src/language/gates"]
    .flatMap((folder) => filesIn(clean, folder, ".ts"))
    .concat("src/base/domain/trace/callKey.ts", "src/base/std/inexact.ts")
    .flatMap((file) => mutantsOf(file, readFileSync(join(clean, file), "utf8")))
  const wanted = all.filter(({ file }) => parts.every((part) => file.includes(part)))
  const mutants = process.argv.includes("--all") ? wanted : sampled(wanted)
  const found = await survivorsOf(mutants, patience)
  const noticed = mutants.length - found.length
  console.log(`${noticed} of ${mutants.length} mistakes noticed (${Math.floor((noticed * 100) / mutants.length)}%)`)
  return noticed >= FLOOR * mutants.length && found.every((one) => reasonFor(one) !== undefined)
}

for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1))
process.exit((await main()) ? 0 : 1)
