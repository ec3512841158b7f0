/**
 * Flags that the commands of a queue share.
 */
import type { Flags } from "../../app/flags/Flag.ts"

export const queueFlags = {
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
