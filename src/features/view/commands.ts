/**
 * `passhat view`: what help and argv know of it, and the functions that carry it out.
 */
import type { Command } from "../../app/flags/Flag.ts"
import { command, withFiles } from "../../app/flags/runnable.ts"
import { lazily } from "../../app/kit/lazily.ts"

export const viewRow = {
  description: "Show the reports, recordings and history of a project on a local page, and recordings in progress live",
  examples: [
    { command: "passhat view", description: "This project; open the address that it prints" },
    { command: "passhat view path/to/project --port 4747", description: "Another one, always on the same port" },
    { command: "passhat view --actions", description: "With buttons to record a cell again, bless, and label runs" }
  ],
  flags: {
    port: {
      kind: "integer",
      metavar: "port",
      default: 0,
      description: "The port of 127.0.0.1 to listen on (default: any free one)"
    },
    actions: {
      kind: "boolean",
      default: false,
      description:
        "Let the page record cells again, bless baselines and label runs; recording asks models and costs money"
    }
  },
  arguments: {
    folder: { path: "directory", description: "The folder of the project (default: the current one)" }
  }
} as const satisfies Command

export const view = command(viewRow, withFiles(lazily(() => import("./view.ts"), "view")))
