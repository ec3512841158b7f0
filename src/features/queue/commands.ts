/**
 * `passhat record`, `passhat work`, `passhat collect` and `passhat queue`: what help and argv know of them, and the functions that carry them out.
 */
import type { Command, Flags } from "../../app/flags/Flag.ts"
import { command, withFiles } from "../../app/flags/runnable.ts"
import { lazily } from "../../app/kit/lazily.ts"
import { runFlags, selectionFlags } from "../../app/flags/runFlags.ts"
import { files, reportFlags } from "../../app/flags/sharedRows.ts"
import { costFlags } from "../cost/costFlags.ts"

/** Flags that the commands of a queue share. */
const queueFlags = {
  queue: {
    kind: "string",
    metavar: "url",
    description: "The database of the queue: postgres://user@host/database (default: PASSHAT_QUEUE)"
  },
  rate: {
    kind: "string",
    metavar: "models=limits",
    repeatable: true,
    description: "What all workers together may ask of models: claude-*=50/min,400000tok/min; repeatable"
  }
} as const satisfies Flags

export const recordRow = {
  description: "Record what is missing or stale, here or by the workers of a queue, and judge it",
  examples: [
    { command: "passhat record", description: "On this machine, as passhat run --record=missing" },
    {
      command: "passhat record --queue postgres://db.example.com/evals",
      description: "By the workers of a queue: enqueue what is missing, wait, collect, judge"
    },
    {
      command: "passhat record --detach --rate claude-*=50/min,400000tok/min --max-tokens-total 5000000",
      description: "Enqueue with limits for all workers together, and do not wait; PASSHAT_QUEUE is the queue"
    }
  ],
  flags: {
    queue: queueFlags.queue,
    detach: {
      kind: "boolean",
      default: false,
      description: "With a queue, return once everything is enqueued; passhat collect writes the recordings later"
    },
    rate: queueFlags.rate,
    ...costFlags,
    ...selectionFlags,
    runs: runFlags.runs,
    concurrency: runFlags.concurrency,
    cassettes: runFlags.cassettes,
    ...reportFlags
  },
  arguments: files
} as const satisfies Command

export const workRow = {
  description: "Perform runs of a queue on this machine, until a signal stops it",
  examples: [
    {
      command: "passhat work --queue postgres://db.example.com/evals --concurrency 8 --name eu-1",
      description: "Eight runs at once, under a name that passhat queue shows"
    },
    { command: "passhat work --drain", description: "Until nothing is left to do; PASSHAT_QUEUE is the queue" }
  ],
  flags: {
    queue: queueFlags.queue,
    concurrency: {
      kind: "integer",
      metavar: "n",
      default: 4,
      description: "How many runs may go on at once (default 4)"
    },
    name: {
      kind: "string",
      metavar: "name",
      description: "What the worker is called (default: its host and process)"
    },
    drain: {
      kind: "boolean",
      default: false,
      description: "End once no run waits and none is under way anywhere, instead of waiting for more"
    },
    grace: {
      kind: "integer",
      metavar: "seconds",
      default: 25,
      description: "After SIGTERM, how long runs under way may take before they are handed back (default 25)"
    },
    spool: {
      kind: "string",
      metavar: "directory",
      path: "directory",
      description:
        "Where runs are kept that the database could not take, until it can (default: in the cache directory)"
    }
  },
  arguments: files
} as const satisfies Command

export const collectRow = {
  description:
    "Write the recordings of what workers performed, in the order of the runs; incomplete ones are not written",
  examples: [
    {
      command: "passhat collect --queue postgres://db.example.com/evals",
      description: "Every cell of the project; exit 2 if one is incomplete, with what is missing"
    }
  ],
  flags: { queue: queueFlags.queue, ...selectionFlags, runs: runFlags.runs, cassettes: runFlags.cassettes },
  arguments: files
} as const satisfies Command

export const queueRow = {
  description: "Show what waits on a queue, runs or failed and why; retry what failed; prepare its database",
  examples: [
    { command: "passhat queue --queue postgres://db.example.com/evals", description: "What waits, runs and failed" },
    { command: "passhat queue retry", description: "Enqueue again what failed; PASSHAT_QUEUE is the queue" },
    { command: "passhat queue init", description: "Create the tables, or bring them to this version" },
    { command: "passhat queue init --print", description: "Print the statements, for those who run their own" },
    { command: "passhat queue clear weather", description: "Delete everything of the suite from the queue" }
  ],
  flags: {
    queue: queueFlags.queue,
    json: { kind: "boolean", default: false, description: "Print it as JSON" },
    print: { kind: "boolean", default: false, description: "With init, print the statements and run none" },
    workerRole: {
      kind: "string",
      metavar: "role",
      description: "With init --print, also what lets a role of the database work and nothing else"
    },
    recorderRole: {
      kind: "string",
      metavar: "role",
      description: "With init --print, also what lets a role record, collect and judge"
    }
  },
  arguments: {
    action: { description: "show (default), retry, init or clear" },
    suite: { description: "With retry or clear, the name of the suite; clear needs it" }
  }
} as const satisfies Command

export const record = command(recordRow, withFiles(lazily(() => import("./record.ts"), "record")))

export const work = command(workRow, withFiles(lazily(() => import("./work.ts"), "work")))

export const collect = command(collectRow, withFiles(lazily(() => import("./collect.ts"), "collect")))

export const queue = command(
  queueRow,
  lazily(() => import("./queue.ts"), "queue")
)
