/**
 * Asks once, before the first run, for what every run needs: the key of each model, and an answer of each server. A server that cannot be started is
 * started once, and not once per run.
 *
 * What `--record=missing` has recorded needs neither, and layers and hooks of a suite may bring both: these are asked by their runs.
 */
import * as Effect from "effect/Effect"
import type { Folder } from "../../engine/cassette/Folder.ts"
import type { Cell } from "../../base/domain/plan/Plan.ts"
import { userCell } from "../../base/domain/plan/userCell.ts"
import { isImported } from "../../language/dsl/imported.ts"
import { openServer } from "../../engine/layers/live/mcp/openServer.ts"
import { makeReaper } from "../../engine/layers/live/mcp/reaper.ts"
import { loadSdk } from "../../engine/layers/live/mcp/sdk.ts"
import { missingRuns, recover } from "../../engine/layers/record/recover.ts"
import { keyOf } from "../../engine/layers/live/sharedServers.ts"
import { toRun } from "../../language/plan/compile.ts"
import { lackingKey } from "../../edges/providers/lackingKey.ts"
import { recordOf } from "../../edges/providers/providers.ts"
import type { Environment } from "../../base/std/Environment.ts"
import type { RunFlags } from "../flags/runFlags.ts"
import { compiledIn, type CompiledSuite } from "../suites/compileSuites.ts"
import { cassettesOf } from "../kit/project.ts"
import { connectionsOf } from "../suites/suiteCode.ts"
import { UsageError } from "../kit/UsageError.ts"
import type { RunSetup } from "./resolveRun.ts"
import { redactorOf } from "./secretsOfSuites.ts"

export const probe = Effect.fnUntraced(function* ({ environment, parts, suites }: RunSetup, { cassettes }: RunFlags) {
  const isPerformed = ({ project }: CompiledSuite, cell: Cell) =>
    parts.keep === "missing" ? lacksRuns(cassettesOf(project, cassettes), cell) : Effect.succeed(true)
  const asked = yield* Effect.forEach(
    compiledIn(suites).filter(({ layers }) => layers === undefined),
    (suite) =>
      Effect.map(
        Effect.filter(toRun(suite.plan).cells, (cell) => isPerformed(suite, cell)),
        (cells) => ({ suite, cells })
      )
  )
  if (parts.model === "live")
    yield* askKeys(
      asked.flatMap(({ cells }) => cells),
      environment
    )
  if (parts.tools === "live") {
    const redactor = redactorOf(suites, environment)
    const connections = asked.flatMap(({ cells, suite }) => {
      const all = connectionsOf(suite.suite, suite.whole, suite.project.root)
      return cells.filter((cell) => needsServers(suite, cell)).flatMap(({ id }) => all.get(id) ?? [])
    })
    // A server in this process is made by the suite, for a run.
    const distinct = new Map(connections.filter((one) => !("inMemory" in one)).map((one) => [keyOf(one), one]))
    if (distinct.size === 0) return
    const means = { sdk: yield* loadSdk, environment, reaper: yield* makeReaper(environment) }
    yield* Effect.forEach(distinct.values(), (one) => Effect.scoped(openServer(one, means)), {
      concurrency: 4,
      discard: true
    }).pipe(
      Effect.catchTag("Infrastructure", ({ issue }) =>
        Effect.fail(new UsageError({ what: redactor.text(issue.message), hint: redactor.text(issue.hint) }))
      )
    )
  }
}, Effect.scoped)

/** Whether a run has to be performed. A recording that cannot be read is left to the recorder, which says what is wrong with it. */
const lacksRuns = (folder: Folder, cell: Cell): Effect.Effect<boolean> =>
  recover(folder, cell).pipe(
    Effect.map((recovered) =>
      missingRuns(cell, recovered).some((index) => index <= (recovered.header?.stopped?.after ?? cell.runs))
    ),
    Effect.orElseSucceed(() => false)
  )

/** False if code of the suite may start the servers before a run, and for an imported agent, which is never run. */
const needsServers = ({ suite }: CompiledSuite, { agent }: Cell): boolean =>
  suite.agents.some(
    ({ before, driver, name }) => name === agent && before.length === 0 && !(driver !== undefined && isImported(driver))
  )

/** Fails with the first key that is not there. A driver asks its model itself. */
const askKeys = (cells: ReadonlyArray<Cell>, environment: Environment): Effect.Effect<void, UsageError> => {
  const models = cells.flatMap((cell) => [
    ...(cell.behaviour.driver === undefined ? [cell] : []),
    ...(cell.behaviour.user === undefined ? [] : [userCell(cell, cell.behaviour.user)])
  ])
  const lacking = models
    .map(({ provider }) => recordOf(provider)?.address(provider, environment))
    .find((address) => address?.lacksKey === true)
  if (lacking === undefined) return Effect.void
  const { hint, what } = lackingKey(lacking)
  return Effect.fail(new UsageError({ what: `${what}.`, hint }))
}
