/**
 * The `passhat` command: reads argv by the table, then loads the module of the command that is named.
 */
import process from "node:process"
import type * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import type { CommandName, ValuesOf } from "./flags/commands.ts"
import { type Invocation, parsePasshat } from "./flags/parse.ts"
import { showLife } from "./signOfLife.ts"
import type { UsageError } from "./UsageError.ts"

/** Comes to the exit code. */
type Work = Effect.Effect<number, UsageError, FileSystem.FileSystem>

const handlers: { readonly [Name in CommandName]: (values: ValuesOf<Name>) => Promise<Work> } = {
  init: async (values) => (await import("./init/init.ts")).init(values),
  run: async (values) => (await import("./suiteCommands.ts")).run(values),
  plan: async (values) => (await import("./suiteCommands.ts")).plan(values),
  check: async (values) => (await import("./suiteCommands.ts")).check(values),
  types: async (values) => (await import("./types/catalogue.ts")).catalogue(values),
  mock: async (values) => (await import("./mock/mock.ts")).mock(values),
  show: async (values) => (await import("./show/show.ts")).show(values),
  report: async (values) => (await import("./reports/report.ts")).report(values),
  merge: async (values) => (await import("./reports/merge.ts")).merge(values),
  "recommend-runs": async (values) => (await import("./recommendRuns.ts")).recommendRuns(values)
}

const handle = <Name extends CommandName>({ command, values }: Invocation<Name>): Promise<Work> =>
  handlers[command](values)

const argv = process.argv.slice(2)
const parsed = parsePasshat(argv)

if (parsed.kind === "run" && parsed.run.command === "run" && argv.every((word) => !word.startsWith("-"))) {
  showLife()
  const { runFiles } = await import("./runFiles.ts")
  await runFiles(parsed.run.values.files)
} else {
  const [work, { exitWith }] = await Promise.all([
    parsed.kind === "run" ? handle(parsed.run) : import("./flags/print.ts").then(({ print }) => print(parsed)),
    import("./exitWith.ts")
  ])
  await exitWith(work)
}
