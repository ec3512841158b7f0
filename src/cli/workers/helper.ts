/**
 * One thread that helps with recordings, one after the other. It may come late, or not at all: then nobody waits for it.
 */
import { setTimeout } from "node:timers"
import { Worker } from "node:worker_threads"
import type { Cell } from "../../domain/Plan.ts"
import type { Parts } from "../../services/Cassettes.ts"
import type { Shared } from "../../layers/replay/share.ts"
import type { Done, Job, Message, Setting } from "./Job.ts"

export interface Helper {
  readonly help: (cell: Cell, shared: Shared, heard: Parts["heard"]) => Help
  /** It is not waited for. */
  readonly dismiss: () => void
}

export interface Help {
  /** Whether it took something, so that what it made of it has to be waited for. */
  readonly hasBegun: () => boolean
  /** Nothing where it gave up. */
  readonly done: Promise<Done | undefined>
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

  const help = (cell: Cell, shared: Shared, heard: Parts["heard"]): Help => {
    const begun = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
    const job: Job = { number: ++latest, cell, shared, begun }
    const done = new Promise<Done | undefined>((resolve) => {
      let [runs, tokens] = [0, 0]
      hear = (message) => {
        if (message === undefined || "done" in message) return resolve(message?.done)
        heard(message.runs - runs, message.tokens - tokens)
        ;({ runs, tokens } = message)
      }
    })
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
    worker.postMessage(job)
    return { hasBegun: () => Atomics.load(begun, 0) === 1, done }
  }

  /** Most often the process ends sooner: taking a thread apart can take longer than all that it did. */
  const dismiss = (): void => {
    worker.unref()
    setTimeout(() => worker.terminate(), 1_000).unref()
  }

  return { help, dismiss }
}

/** Beside this folder in src; in dist, where everything else is in chunks, an entry of its own. */
const program = import.meta.url.endsWith(".ts")
  ? new URL("../worker.ts", import.meta.url)
  : new URL("../cli/worker.js", import.meta.url)
