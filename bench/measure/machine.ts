/**
 * What the numbers were taken on: facts that matter to them, and nothing that names the machine.
 */
import { arch, cpus, loadavg, platform, totalmem } from "node:os"
import { type Runtime, runtimes, versionOf } from "../runtimes.ts"

export const machineFacts = (): string => {
  const { length } = cpus()
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`
  const versions = (Object.keys(runtimes) as ReadonlyArray<Runtime>).flatMap((runtime) => {
    const version = versionOf(runtime)
    return version === undefined ? [] : [`${runtime.split(" ")[0]} ${version}`]
  })
  return [`${length} cores (${cpus()[0]?.model.trim()}), ${memory}`, `${platform()} ${arch()}`, ...versions].join(", ")
}

/** How much else was going on. */
export const load = (): string => (loadavg()[0] ?? 0).toFixed(1)
