/**
 * Every command of `passhat`, as data: argv is read, help is printed and shells complete by this table.
 */
import { evidenceCommands } from "./commands/evidence.ts"
import { queueCommands } from "./commands/queue.ts"
import { recordingsCommands } from "./commands/recordings.ts"
import { reportsCommands } from "./commands/reports.ts"
import { serversCommands } from "./commands/servers.ts"
import { suitesCommands } from "./commands/suites.ts"
import type { Commands, Values } from "./Flag.ts"

/** In the order of help. */
export const commands = {
  ...suitesCommands,
  ...queueCommands,
  ...serversCommands,
  ...recordingsCommands,
  ...reportsCommands,
  ...evidenceCommands
} as const satisfies Commands

export type CommandName = keyof typeof commands

/** What the handler of a command receives. */
export type ValuesOf<Name extends CommandName> = Values<(typeof commands)[Name]>
