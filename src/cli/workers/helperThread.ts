/**
 * One thread that helps with recordings, one after the other. It may come late, or not at all: then nobody waits for it.
 */
import { Worker } from "node:worker_threads"
import type { Cell } from "../../domain/Plan.ts"
import type { Shared } from "../../layers/replay/share.ts"
import type { Job, Made, Message, Setting } from "./Job.ts"

export interface Helper {
  readonly help: (cell: Cell, shared: Shared, take: (made: Made) => void) => Help
  /** Need not be waited for: taking a thread apart can take longer than what it did. */
  readonly dismiss: () => Promise<unknown>
}

export interface Help {
  /** Whether it took something, so that what it made of it has to be waited for. */
  readonly hasBegun: () => boolean
  /** Whether all went well. */
  readonly done: Promise<boolean>
}

export const helper = (setting: Setting): Helper => {
  const worker = new Worker(program, { workerData: setting })
  let latest = 0
  let hear = (_: Message | undefined): void => undefined
  worker.on("message", (message: Message) => {
    if (message.job === latest) hear(message)
  })
  worker.once("error", () => hear(undefined))
  worker.once("exit", () => hear(undefined))

  const help: Helper["help"] = (cell, shared, take) => {
    const begun = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
    const job: Job = { number: ++latest, cell, shared, begun }
    const done = new Promise<boolean>((resolve) => {
      hear = (message) => {
        if (message !== undefined && "part" in message) take(message)
        else resolve(message?.isSound === true)
      }
    })
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
    worker.postMessage(job)
    return { hasBegun: () => Atomics.load(begun, 0) === 1, done }
  }

  const dismiss = (): Promise<unknown> => {
    worker.unref()
    return worker.terminate()
  }

  return { help, dismiss }
}

/** Beside this folder in src; in dist, where everything else is in chunks, an entry of its own. */
const program = import.meta.url.endsWith(".ts")
  ? new URL("../worker.ts", import.meta.url)
  : new URL("../cli/worker.js", import.meta.url)
