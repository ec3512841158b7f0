/**
 * A process that is run to its end and measured.
 */
import { readFileSync } from "node:fs"

/** How often its memory is looked at. The system keeps the peak: only what comes after the last look is missed. */
const EVERY_MS = 10

export interface Measured {
  readonly code: number | null
  /** What it printed, standard error last. */
  readonly output: string
  /** The most memory that it had at once, in MiB. */
  readonly peak: number
  /** Its processor time, in seconds. */
  readonly seconds: number
}

export const measured = async (
  command: ReadonlyArray<string>,
  cwd: string,
  env: Readonly<Record<string, string>> = {}
): Promise<Measured> => {
  const child = Bun.spawn([...command], {
    cwd,
    env: { ...process.env, ...env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe"
  })
  let peak = 0
  const looking = setInterval(() => (peak = Math.max(peak, peakOf(child.pid))), EVERY_MS)
  const [printed, said] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  const code = await child.exited
  clearInterval(looking)
  return {
    code,
    output: `${printed}${said}`,
    peak,
    seconds: Number(child.resourceUsage()?.cpuTime.total ?? NaN) / 1_000_000
  }
}

/** The largest size that the process had until now, in MiB; 0 once it has ended. What it inherits when it is started does not count here. */
const peakOf = (pid: number): number => {
  try {
    const [, kilobytes = "0"] = /VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? []
    return Math.round(Number(kilobytes) / 1024)
  } catch {
    return 0
  }
}
