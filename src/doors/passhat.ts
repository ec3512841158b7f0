/**
 * The `passhat` command: loads the rows of the commands that argv names, reads argv by them, and carries the command out.
 */
import process from "node:process"
import * as Effect from "effect/Effect"
import { exitWith } from "../app/kit/exitWith.ts"
import { missingPermission, usual } from "../app/kit/permissions.ts"
import type { RunnableCommand, Work } from "../app/flags/runnable.ts"
import { parse } from "../app/flags/parse.ts"
import { passhat } from "../app/flags/Program.ts"
import { withFeatures } from "../app/run/Feature.ts"
import { features } from "../features/features.ts"
import { commandsIn } from "../features/commands.ts"

const work = async (): Promise<Work> => {
  const argv = process.argv.slice(2)
  const commands = await commandsIn(argv)
  const rows = Object.fromEntries(Object.entries(commands).map(([name, { row }]) => [name, row]))
  const parsed = parse(passhat(rows), argv)
  if (parsed.kind !== "run") return (await import("../app/flags/print.ts")).print(parsed)
  const refusal = missingPermission(usual("."))
  return refusal === undefined ? handle(commands[parsed.run.command ?? ""], parsed.run.values) : Effect.fail(refusal)
}

const handle = (command: RunnableCommand | undefined, values: unknown): Work =>
  command === undefined ? Effect.succeed(2) : withFeatures(features)(command.handle(values as never))

// Not awaited here: while a module waits for ever, Bun does not end and Deno does not ask the listeners of the exit.
void work().then(exitWith)
