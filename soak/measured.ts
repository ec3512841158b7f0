/**
 * A process that is run to its end and measured.
 */

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
  const [printed, said] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  const code = await child.exited
  const usage = child.resourceUsage()
  return {
    code,
    output: `${printed}${said}`,
    peak: Math.round((usage?.maxRSS ?? NaN) / 1024 / 1024),
    seconds: Number(usage?.cpuTime.total ?? NaN) / 1_000_000
  }
}
