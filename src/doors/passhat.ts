/**
 * The `passhat` command: reads argv by the table, then loads the module of the command that is named.
 */
import process from "node:process"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import { exitWith } from "./kit/exitWith.ts"
import type { CommandName, ValuesOf } from "./flags/commands.ts"
import { type Invocation, parsePasshat } from "./flags/parse.ts"
import { lazily } from "./kit/lazily.ts"
import { missingPermission, usual } from "./kit/permissions.ts"
import { check, plan, run } from "./suiteCommands.ts"
import type { UsageError } from "./kit/UsageError.ts"

/** Returns the exit code. */
type Work = Effect.Effect<number, UsageError>

/** Effect's FileSystem takes longer to load than most recordings to judge, so only the commands that need it load it. */
const withFiles =
  <Values>(command: (values: Values) => Effect.Effect<number, UsageError, FileSystem.FileSystem>) =>
  (values: Values): Work =>
    Effect.flatMap(
      Effect.promise(() => import("../engine/layers/platform/fileSystem.ts")),
      ({ layer }) => Effect.provide(command(values), layer)
    )

const handlers: { readonly [Name in CommandName]: (values: ValuesOf<Name>) => Work } = {
  run,
  plan,
  check,
  record: withFiles(lazily(() => import("../features/queue/record.ts"), "record")),
  work: withFiles(lazily(() => import("../features/queue/work.ts"), "work")),
  collect: withFiles(lazily(() => import("../features/queue/collect.ts"), "collect")),
  queue: lazily(() => import("../features/queue/queue.ts"), "queue"),
  init: withFiles(lazily(() => import("../features/init/init.ts"), "init")),
  types: withFiles(lazily(() => import("../features/types/catalogue.ts"), "catalogue")),
  mock: withFiles(lazily(() => import("../features/mock/mock.ts"), "mock")),
  mcp: withFiles(lazily(() => import("../features/mcp/mcp.ts"), "mcp")),
  show: withFiles(lazily(() => import("../features/show/show.ts"), "show")),
  compare: withFiles(lazily(() => import("../features/compare/compare.ts"), "compare")),
  bless: withFiles(lazily(() => import("../features/compare/bless.ts"), "bless")),
  history: withFiles(lazily(() => import("../features/history/history.ts"), "history")),
  view: withFiles(lazily(() => import("../features/view/view.ts"), "view")),
  report: withFiles(lazily(() => import("../features/report/report.ts"), "report")),
  comment: withFiles(lazily(() => import("../features/comment/comment.ts"), "comment")),
  merge: withFiles(lazily(() => import("../features/report/merge.ts"), "merge")),
  score: withFiles(lazily(() => import("../features/score/score.ts"), "score")),
  calibrate: withFiles(lazily(() => import("../features/calibrate/calibrate.ts"), "calibrate")),
  import: withFiles(lazily(() => import("../features/import/import.ts"), "importFiles")),
  "recommend-runs": lazily(() => import("../features/recommendRuns/recommendRuns.ts"), "recommendRuns")
}

const handle = <Name extends CommandName>({ command, values }: Invocation<Name>): Work => handlers[command](values)

const work = async (): Promise<Work> => {
  const parsed = parsePasshat(process.argv.slice(2))
  if (parsed.kind !== "run") return (await import("./flags/print.ts")).print(parsed)
  const refusal = missingPermission(usual("."))
  return refusal === undefined ? handle(parsed.run) : Effect.fail(refusal)
}

// Not awaited here: while a module waits for ever, Bun does not end and Deno does not ask the listeners of the exit.
void work().then(exitWith)
