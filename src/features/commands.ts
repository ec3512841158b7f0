/**
 * The commands of `passhat`: `run`, and those of the features.
 */
import type { RunnableCommand } from "../app/flags/runnable.ts"
import { features } from "./features.ts"

interface LoadCommands {
  readonly [name: string]: () => Promise<RunnableCommand>
}

const loaders: LoadCommands = Object.assign(
  { run: async () => (await import("../app/run/runCommand.ts")).runCommand(features) },
  ...features.map(({ commands }) => commands ?? {})
)

/** The commands that argv names. Help, completions and mistakes are about all of them. */
export const commandsIn = (argv: ReadonlyArray<string>): Promise<{ readonly [name: string]: RunnableCommand }> => {
  const names = Object.keys(loaders)
  const named = names.filter((name) => argv.includes(name))
  return load(named.length > 0 ? named : names)
}

const load = async (names: ReadonlyArray<string>) =>
  Object.fromEntries(await Promise.all(names.map(async (name) => [name, await loaders[name]!()] as const)))
