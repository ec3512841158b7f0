/**
 * Runs a command to its end, and says what time it took and what memory its largest process had.
 */
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

export interface Command {
  readonly argv: ReadonlyArray<string>
  readonly cwd: string
  readonly env?: { readonly [name: string]: string }
}

export interface Sample {
  readonly seconds: number
  /** Seconds of all cores together, in the program and in the kernel. */
  readonly cpu: number
  readonly megabytes: number
  readonly exit: number
  /** The end of what it printed: the reason, where it failed. */
  readonly said: string
}

/** Who takes longer than this for one turn is stopped. */
export const PATIENCE_SECONDS = 180

/** Nothing that was kept from an earlier run is there to help: the folder for caches is empty every time. */
export const meter = async ({ argv, cwd, env }: Command): Promise<Sample> => {
  const folder = mkdtempSync(join(tmpdir(), "passhat-meter-"))
  const report = join(folder, "report.json")
  const log = join(folder, "log.txt")
  const output = openSync(log, "w")
  const child = Bun.spawn(
    ["python3", join(import.meta.dirname, "meter.py"), report, String(PATIENCE_SECONDS), ...argv],
    {
      cwd,
      env: { ...surroundings(), XDG_CACHE_HOME: join(folder, "cache"), ...env },
      stdin: "ignore",
      stdout: output,
      stderr: output
    }
  )
  const stop = (): void => child.kill("SIGTERM")
  process.once("exit", stop)
  await child.exited
  process.off("exit", stop)
  closeSync(output)
  const said = readFileSync(log, "utf8").trim().slice(-400)
  if (!existsSync(report)) throw new Error(`${argv.join(" ")} could not be measured: ${said}`)
  const measured: Omit<Sample, "said"> = JSON.parse(readFileSync(report, "utf8"))
  rmSync(folder, { recursive: true })
  return { ...measured, said }
}

/** Nothing of the caller's own CI, colours, mode, keys and providers reaches what is measured. */
const surroundings = (): Record<string, string | undefined> => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !callers.test(name))),
  NO_COLOR: "1"
})

const callers = /^(?:CI|FORCE_COLOR|PASSHAT_.*|NODE_OPTIONS|(?:ANTHROPIC|OPENAI)_.*)$/
