/**
 * Measures the process that it is in, after a forced collection. JavaScript, since Node loads it before passhat does.
 */
import { appendFileSync, readdirSync, readFileSync } from "node:fs"
import process from "node:process"

/** @type {(done: number) => Promise<void>} Appends one line of JSON to the file MEASURED. */
export const measure = async (done) => {
  for (let times = 0; times < 4; times++) {
    if (globalThis.Bun !== undefined) globalThis.Bun.gc(true)
    else globalThis.gc()
    // What a finaliser lets go of is collected by the next one.
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  const sample = {
    done,
    memory: process.memoryUsage().heapUsed + (globalThis.Bun === undefined ? process.memoryUsage().external : 0),
    descriptors: readdirSync("/proc/self/fd").length,
    watches: watches(),
    listeners: process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0),
    processes: words(`/proc/self/task/${process.pid}/children`).length,
    files: readdirSync(process.env.TMPDIR ?? "", { recursive: true }).length
  }
  appendFileSync(process.env.MEASURED ?? "", `${JSON.stringify(sample)}\n`)
}

/** The folders and files that the kernel watches for this process. */
const watches = () =>
  readdirSync("/proc/self/fdinfo").reduce(
    (sum, name) => sum + (read(`/proc/self/fdinfo/${name}`).match(/^inotify /gm)?.length ?? 0),
    0
  )

/** @type {(file: string) => ReadonlyArray<string>} */
const words = (file) =>
  read(file)
    .split(" ")
    .filter((word) => word.trim() !== "")

/** @type {(file: string) => string} A descriptor may be closed by now. */
const read = (file) => {
  try {
    return readFileSync(file, "utf8")
  } catch {
    return ""
  }
}
