/**
 * What is started: `passhat` with its commands, or a suite file, which is one command by itself.
 */
import { commands } from "./commands.ts"
import type { Command, Flags } from "./Flag.ts"
import { runFlags } from "./runFlags.ts"

export interface Program {
  /** As it is typed. */
  readonly name: string
  /** What the program is when no command is named. */
  readonly command: Command
  readonly commands: { readonly [name: string]: Command }
  /** Flags that print something instead of running anything. The first that is given is obeyed. */
  readonly actions: Flags
}

const help = { kind: "boolean", alias: "h", description: "Show help information" } as const
const version = { kind: "boolean", alias: "v", description: "Show version information" } as const

const completions = {
  kind: "choice",
  metavar: "<bash|zsh|fish|powershell|sh|pwsh>",
  choices: ["bash", "zsh", "fish", "powershell", "sh", "pwsh"],
  description: "Print shell completion script"
} as const

export const passhat: Program = {
  name: "passhat",
  command: {
    description: "A typed eval language for AI agents that use MCP tools.",
    examples: [
      { command: "passhat init", description: "Set this project up, with a demo or for your own MCP server" },
      { command: "passhat run", description: "Judge every suite from its recordings" },
      { command: "passhat run --record=missing", description: "Record what is missing or stale first, with a key" },
      { command: "source <(passhat --completions bash)", description: "Complete commands and flags in this shell" }
    ],
    flags: {},
    arguments: {}
  },
  commands,
  actions: { help, version, completions }
}

/** A suite file takes the flags of `passhat run`, and no files. */
export const suiteProgram = (file: string, suite: string): Program => ({
  name: file,
  command: {
    description: `Runs the suite "${suite}" from its recordings.`,
    examples: [],
    flags: runFlags,
    arguments: {}
  },
  commands: {},
  actions: { help, version }
})
