/**
 * What `passhat` does for its arguments: loads the rows of the commands that they name, reads them by the rows, and carries the command out.
 */
import * as Effect from "effect/Effect"
import { missingPermission, usual } from "../app/kit/permissions.ts"
import type { RunnableCommand, Work } from "../app/flags/runnable.ts"
import { parse } from "../app/flags/parse.ts"
import { passhat } from "../app/flags/Program.ts"
import { withFeatures } from "../app/run/Feature.ts"
import { commandsIn } from "./commands.ts"
import { features } from "./features.ts"

export const workOf = async (argv: ReadonlyArray<string>): Promise<Work> => {
  const commands = await commandsIn(argv)
  const rows = Object.fromEntries(Object.entries(commands).map(([name, { row }]) => [name, row]))
  const parsed = parse(passhat(rows), argv)
  if (parsed.kind !== "run") return (await import("../app/flags/print.ts")).print(parsed)
  const refusal = missingPermission(usual("."))
  return refusal === undefined ? handle(commands[parsed.run.command ?? ""], parsed.run.values) : Effect.fail(refusal)
}

const handle = (command: RunnableCommand | undefined, values: unknown): Work =>
  command === undefined ? Effect.succeed(2) : withFeatures(features)(command.handle(values as never))
