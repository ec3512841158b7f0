/**
 * What the numbers were taken on: facts that matter to them, and nothing that names the machine.
 */
import { spawnSync } from "node:child_process"
import { arch, cpus, loadavg, platform, totalmem } from "node:os"
import { runtimes } from "../runtimes.ts"

export const machineFacts = (): string => {
  const { length } = cpus()
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`
  const versions = Object.entries(runtimes).map(([name, [program]]) => `${name} ${versionOf(program)}`)
  return [`${length} cores (${cpus()[0]?.model.trim()}), ${memory}`, `${platform()} ${arch()}`, ...versions].join(", ")
}

/** How much else was going on. */
export const load = (): string => (loadavg()[0] ?? 0).toFixed(1)

const versionOf = (program: string): string =>
  spawnSync(program, ["--version"], { encoding: "utf8" }).stdout.match(/\d+\.\d+\.\d+/)?.[0] ?? "of unknown version"
