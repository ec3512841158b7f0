/**
 * Flags of what a run may spend. The commands of a queue have them too.
 */
import type { Flags } from "../../app/flags/Flag.ts"

export const costFlags = {
  maxTokensTotal: {
    kind: "integer",
    metavar: "n",
    description: "Spend no more tokens than this in all; 0 is none"
  },
  prices: {
    kind: "string",
    metavar: "file",
    path: "file",
    description: "A file of yours with the prices of models: reports then say what runs cost"
  },
  maxUsd: {
    kind: "number",
    metavar: "number",
    description: "Spend no more US dollars than this in all, by the prices of --prices; 0 is none"
  }
} as const satisfies Flags
