/**
 * `npm run bench`: measures passhat against a bare script and its peers, and writes RESULTS.md. README.md says what and why.
 */
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Flags, readFlags, usage } from "./flags.ts"
import { type Contestant, interleave, type Row } from "./measure/interleave.ts"
import { load, machineFacts } from "./measure/machine.ts"
import { misjudged, type Trials } from "./measure/vouch.ts"
import { installPeers, peerVersions } from "./peers.ts"
import { makeProject, type Source } from "./project.ts"
import { keepResult, resultsPage, type SectionResult, writeResults } from "./results.ts"
import { root, runtimes } from "./runtimes.ts"
import { MILLION, type SectionName, sectionOf, type Wanted } from "./sections.ts"
import { type Spoiling, spoilings } from "./workload/steps.ts"
import { type Workload, writeWorkload } from "./workload/write.ts"

const progress = (line: string): void => void process.stderr.write(`${line}\n`)

/** Workloads are written when they are first asked for, and stay until the end. */
const workloads = (folder: string) => {
  const written = new Map<string, Workload>()
  return (count: number, spoiling?: Spoiling): Workload => {
    const name = `${count}-${spoiling ?? "good"}`
    const known = written.get(name)
    if (known !== undefined) return known
    progress(`writing ${name} traces`)
    mkdirSync(join(folder, name))
    const work = writeWorkload(join(folder, name), {
      count,
      withFiles: count < MILLION,
      ...(spoiling !== undefined && { spoiling })
    })
    written.set(name, work)
    return work
  }
}

const bench = async (flags: Flags): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), "passhat-bench-"))
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }))
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1))
  if (flags.peers) installPeers()
  const source: Source = flags.checkout ? "checkout" : "packed package"
  progress(`making a project with passhat from the ${source}`)
  const wanted: Wanted = { project: makeProject(folder, source), counts: flags.counts, withPeers: flags.peers }
  const workload = workloads(folder)
  const results: Partial<Record<SectionName, SectionResult>> = {}
  for (const name of flags.sections) {
    const made = facts(source, flags)
    const result = name === "similarity" ? similarity(made) : await measured(name, wanted, flags, workload, made)
    if (result === undefined) continue
    results[name] = result
    if (!flags.quick) keepResult(name, result)
  }
  if (flags.quick) console.log(resultsPage(results))
  else progress(`wrote ${writeResults()}`)
}

const measured = async (
  name: Exclude<SectionName, "similarity">,
  wanted: Wanted,
  flags: Flags,
  workload: ReturnType<typeof workloads>,
  made: ReadonlyArray<string>
): Promise<SectionResult> => {
  const { about, base, contestants, counts, repeats, title } = sectionOf(name, wanted)
  const trials: Trials = {
    good: workload(3),
    bad: Object.fromEntries(spoilings.map((spoiling) => [spoiling, workload(3, spoiling)])) as Trials["bad"]
  }
  const trusted: Array<Contestant> = []
  const notes: Array<string> = []
  for (const contestant of contestants) {
    const wrong = contestant.judgesTraces === false ? [] : await misjudged(contestant, trials)
    progress(`${name}: ${contestant.name} ${wrong.length === 0 ? "tells good from bad" : wrong.join("; ")}`)
    if (wrong.length === 0) trusted.push(contestant)
    else notes.push(`${contestant.name} was left out: ${wrong.join("; ")}.`)
  }
  const rows: Array<Row> = []
  for (const count of counts) {
    const rounds = { repeats: Math.min(flags.repeats, repeats ?? flags.repeats), progress: said(name) }
    rows.push(...(await interleave(trusted, workload(count), rounds)))
  }
  return { title, about, made, measured: { base, rows }, notes }
}

/** A script of its own: it compares two ways to compute one number, and prints its table. */
const similarity = (made: ReadonlyArray<string>): SectionResult | undefined => {
  const script = join(import.meta.dirname, "similarity.ts")
  if (!existsSync(script)) return undefined
  progress("similarity: running")
  const { status, stdout } = spawnSync(runtimes.Bun[0], ["run", script], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"]
  })
  return {
    title: "Similarity of runs",
    about: "What `bench/similarity.ts` printed.",
    made,
    measured: { printed: stdout },
    notes: status === 0 ? [] : [`It ended with ${status}.`]
  }
}

const facts = (source: Source, { peers, repeats }: Flags): ReadonlyArray<string> => [
  `\`npm run bench -- ${process.argv.slice(2).join(" ")}\`, ${new Date().toISOString().slice(0, 10)}, commit ${commit()}`,
  `passhat from the ${source}; up to ${repeats} rounds; load ${load()} before it began`,
  machineFacts(),
  ...(peers ? [peerVersions()] : [])
]

const commit = (): string =>
  spawnSync("git", ["describe", "--always", "--dirty"], { cwd: root, encoding: "utf8" }).stdout.trim()

const said =
  (name: string) =>
  (line: string): void =>
    progress(`${name}: ${line}`)

const flags = readFlags(process.argv.slice(2))
if ("problem" in flags) {
  process.stderr.write(`${flags.problem}\n\n${usage}`)
  process.exitCode = 2
} else await bench(flags)
