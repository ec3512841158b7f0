/**
 * The `passhat` command: reads argv by the table, then loads the module of the command that is named.
 */
import process from "node:process"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import { exitWith } from "./exitWith.ts"
import type { CommandName, ValuesOf } from "./flags/commands.ts"
import { type Invocation, parsePasshat } from "./flags/parse.ts"
import { missingPermission, usual } from "./permissions.ts"
import { check, plan, run } from "./suiteCommands.ts"
import type { UsageError } from "./UsageError.ts"

/** Returns the exit code. */
type Work = Effect.Effect<number, UsageError>

/** Effect's FileSystem takes longer to load than most recordings to judge, so only the commands that need it load it. */
const withFiles = async (work: Promise<Effect.Effect<number, UsageError, FileSystem.FileSystem>>): Promise<Work> => {
  const { layer } = await import("../layers/platform/fileSystem.ts")
  return Effect.provide(await work, layer)
}

const handlers: { readonly [Name in CommandName]: (values: ValuesOf<Name>) => Work | Promise<Work> } = {
  run,
  plan,
  check,
  record: (values) => withFiles(import("./queue/record.ts").then(({ record }) => record(values))),
  work: (values) => withFiles(import("./queue/work.ts").then(({ work: perform }) => perform(values))),
  collect: (values) => withFiles(import("./queue/collect.ts").then(({ collect }) => collect(values))),
  queue: (values) => import("./queue/queue.ts").then(({ queue }) => queue(values)),
  init: (values) => withFiles(import("./init/init.ts").then(({ init }) => init(values))),
  types: (values) => withFiles(import("./types/catalogue.ts").then(({ catalogue }) => catalogue(values))),
  mock: (values) => withFiles(import("./mock/mock.ts").then(({ mock }) => mock(values))),
  mcp: (values) => withFiles(import("./mcp/mcp.ts").then(({ mcp }) => mcp(values))),
  show: (values) => withFiles(import("./show/show.ts").then(({ show }) => show(values))),
  compare: (values) => withFiles(import("./compare/compare.ts").then(({ compare }) => compare(values))),
  bless: (values) => withFiles(import("./compare/bless.ts").then(({ bless }) => bless(values))),
  history: (values) => withFiles(import("./history/history.ts").then(({ history }) => history(values))),
  view: (values) => withFiles(import("./view/view.ts").then(({ view }) => view(values))),
  report: (values) => withFiles(import("./reports/report.ts").then(({ report }) => report(values))),
  comment: (values) => withFiles(import("./comment/comment.ts").then(({ comment }) => comment(values))),
  merge: (values) => withFiles(import("./reports/merge.ts").then(({ merge }) => merge(values))),
  score: (values) => withFiles(import("./score/score.ts").then(({ score }) => score(values))),
  calibrate: (values) => withFiles(import("./calibrate/calibrate.ts").then(({ calibrate }) => calibrate(values))),
  import: (values) => withFiles(import("./import/import.ts").then(({ importFiles }) => importFiles(values))),
  "recommend-runs": (values) => import("./recommendRuns.ts").then(({ recommendRuns }) => recommendRuns(values))
}

const handle = <Name extends CommandName>({ command, values }: Invocation<Name>): Work | Promise<Work> =>
  handlers[command](values)

const work = async (): Promise<Work> => {
  const parsed = parsePasshat(process.argv.slice(2))
  if (parsed.kind !== "run") return (await import("./flags/print.ts")).print(parsed)
  const refusal = missingPermission(usual("."))
  return refusal === undefined ? handle(parsed.run) : Effect.fail(refusal)
}

// Not awaited here: while a module waits for ever, Bun does not end and Deno does not ask the listeners of the exit.
void work().then(exitWith)
