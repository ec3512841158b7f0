/**
 * `npm run bench`: measures passhat against a bare script and its peers, and writes RESULTS.md. README.md says what and why.
 */
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { measureMcpmark } from "./measureMcpmark.ts"
import { type Flags, readFlags, usage } from "./flags.ts"
import { load, machineFacts } from "./measure/machine.ts"
import { measureSection, measureSimilarity, vouching } from "./measureSection.ts"
import { installPeers, peerVersions } from "./peers.ts"
import { progress } from "./progress.ts"
import { makeProject, type Source } from "./project.ts"
import { keepResult, resultsPage, type SectionResult, writeResults } from "./results.ts"
import { root } from "./runtimes.ts"
import { type SectionName, sectionOf } from "./sections.ts"
import { shelfIn } from "./workload/shelf.ts"

const bench = async (flags: Flags): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), "passhat-bench-"))
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }))
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1))
  if (flags.peers) installPeers()
  const source: Source = flags.checkout ? "checkout" : "packed package"
  progress(`making a project with passhat from the ${source}`)
  const project = await makeProject(folder, source)
  const shelf = shelfIn(folder)
  const vouch = vouching(shelf)
  const results: Partial<Record<SectionName, SectionResult>> = {}
  for (const name of flags.sections) {
    const made = facts(source, flags)
    const findings =
      name === "similarity"
        ? measureSimilarity()
        : name === "mcpmark"
          ? await measureMcpmark({ ...flags, data: flags.mcpmark, folder, project })
          : await measureSection(sectionOf(name, { ...flags, project }), shelf, vouch)
    if (findings === undefined) continue
    const result = { ...findings, made }
    results[name] = result
    if (flags.quick) continue
    keepResult(name, result)
    progress(`wrote ${writeResults()}`)
  }
  if (flags.quick) console.log(resultsPage(results))
}

const facts = (source: Source, { peers, repeats }: Flags): ReadonlyArray<string> => [
  `\`npm run bench -- ${process.argv.slice(2).join(" ")}\`, ${new Date().toISOString().slice(0, 10)}, commit ${commit()}`,
  `passhat from the ${source}; up to ${repeats} rounds; load ${load()} before it began`,
  machineFacts(),
  ...(peers ? [peerVersions()] : [])
]

const commit = (): string =>
  spawnSync("git", ["describe", "--always", "--dirty"], { cwd: root, encoding: "utf8" }).stdout.trim()

const flags = readFlags(process.argv.slice(2))
if ("problem" in flags) {
  process.stderr.write(`${flags.problem}\n\n${usage}`)
  process.exitCode = 2
} else await bench(flags)
