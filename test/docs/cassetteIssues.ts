/**
 * Every issue that a cassette can have, made with the cassette of suites/recovery.ts.
 */
import assert from "node:assert/strict"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { biasedSample } from "../../src/engine/cassette/stoppedIssues.ts"
import { toolIssues } from "../../src/engine/cassette/toolIssues.ts"
import { ageIssues } from "../../src/app/recordings/age.ts"
import type { Issue } from "../../src/base/domain/Issue.ts"
import { notice } from "../../src/base/domain/issues.ts"
import { judge } from "../../src/engine/judge/judge.ts"
import * as LiveBudget from "../../src/engine/layers/live/budget.ts"
import { compareResults } from "../../src/engine/layers/liveTools/compareResults.ts"
import * as FileSystem from "../../src/engine/layers/platform/fileSystem.ts"
import * as Recorder from "../../src/engine/layers/record/cassettes.ts"
import * as Recorded from "../../src/engine/layers/replay/cassettes.ts"
import * as Closed from "../../src/engine/layers/replay/noLiveWorld.ts"
import { olderNotices } from "../../src/engine/cassette/staleness.ts"
import { parseCassette, stale } from "../engine/cassette/parse.ts"
import { textSource } from "../../src/engine/cassette/ByteSource.ts"
import { formatCassette } from "../../src/engine/layers/record/writeCassette.ts"
import { playCell } from "../../src/engine/cassette/playCell.ts"
import { perform } from "../../src/engine/run/perform.ts"
import { replayRun } from "../../src/engine/agentLoop/replayRun.ts"
import { Budget } from "../../src/engine/services/Budget.ts"
import { Cassettes } from "../../src/engine/services/Cassettes.ts"
import { noCode, UserCodes } from "../../src/engine/services/Driver.ts"
import recovery from "../../suites/recovery.ts"
import { played } from "../engine/layers/recordings.ts"
import { compiledOf } from "../suites.ts"
import { read, root } from "./blocks.ts"

const { definitions, plan } = compiledOf(recovery)
const cell = plan.cells[0] ?? assert.fail("there is a cell")
const file = `cassettes/${cell.id}.jsonl`
const text = read(file)
const { header, runs } = Result.getOrThrow(parseCassette(file, text))
const run = runs.get(1) ?? assert.fail("there is a run")

const folderOf = (directory: string) => ({ directory, shown: "cassettes" })
const open = Cassettes.use((cassettes) => cassettes.open(cell))

/** Needs an empty directory. */
export const cassetteIssues = (directory: string): Promise<ReadonlyArray<Issue | undefined>> =>
  Effect.gen(function* () {
    const replaying = Recorded.layer(folderOf(join(root, "cassettes")))
    const missing = yield* played(cell).pipe(Effect.provide(Recorded.layer(folderOf(directory))), Effect.flip)
    const fewer = yield* played({ ...cell, runs: 9 }).pipe(Effect.provide(replaying))
    const renamed = { ...plan, cells: [{ ...cell, id: "recovery/another/model" }] }
    const unused = yield* Cassettes.use((cassettes) => cassettes.unused(renamed)).pipe(Effect.provide(replaying))
    const broken = yield* perform(cell, 1).pipe(
      Effect.provideService(UserCodes, () => ({ ...noCode, before: [() => Promise.reject(new Error("no database"))] })),
      Effect.provide(Closed.layer)
    )
    return [
      missing.issue,
      fewer.results.flatMap((one) => ("issue" in one ? [one.issue] : [])).at(-1),
      ...unused,
      yield* busy(directory),
      yield* spent,
      ...("issue" in broken.run.outcome ? [broken.run.outcome.issue] : []),
      damaged,
      outdated,
      ...(yield* ageIssues("1s"))(file, "2020-01-01T00:00:00.000Z"),
      ...olderNotices(cell, { ...header, version: 1 }, file),
      copied,
      diverged,
      biasedSample(file, { after: 7, of: 20, rules: [] }),
      changed,
      ...drifted.all(),
      ...olderNotices(sourced, { ...header, fingerprint: { ...header.fingerprint, parts: driven } }, file),
      judge({ plan, definitions, results: [] }).cells[0]?.runs[0]?.issues[0]
    ]
  }).pipe(Effect.scoped, Effect.provide(FileSystem.layer), Effect.runPromise)

/** The second of two recorders. */
const busy = (directory: string) =>
  Effect.andThen(open, Effect.flip(open)).pipe(
    Effect.map((error) => error.issue),
    Effect.provide(
      Recorder.layer({ folder: folderOf(directory), mode: "all", suite: plan.suite, version: "0", secrets: [] })
    )
  )

const spent = Effect.flatMap(Budget, (budget) => Effect.flip(budget.reserve(4_096, plan.cells[0]!))).pipe(
  Effect.map((refused) => refused.issue),
  Effect.provide(LiveBudget.layer(1_000))
)

const damaged = Option.getOrUndefined(
  Result.getFailure(parseCassette(file, text.replace('"index":2', '"index":"two"')))
)?.issue

const player = playCell(file, textSource(formatCassette(header, [run, { ...run, index: 2 }])), cell, {
  take: () => undefined
})
while (player.next().kind !== "end");
const copied = player.finish().find(({ code }) => code === "IDENTICAL_RUNS")

/** One server of the recording lists another description; nothing is recorded of the tools of the other. */
const drifted = toolIssues(file, ({ what }) => notice("TOOL_CHANGED", `${what}.`, ""))
const [weather] = header.servers
const listed = { ...weather!, tools: weather!.tools!.map((tool) => ({ ...tool, description_sha256: "0" })).slice(0, 1) }
drifted.compare({ version: 3, servers: [{ ...weather!, tools: weather!.tools!.slice(0, 1) }] }, [
  listed,
  { ...listed, name: "tides" }
])

const driver = { name: "mine", version: "1" }
const driven = { ...cell.behaviour, driver }
const sourced = { ...cell, behaviour: { ...driven, driver: { ...driver, sources: [] } } }

const parts = { ...header.fingerprint.parts, prompt: "What is the weather?" }
const outdated = Option.getOrUndefined(stale(cell, { ...header, fingerprint: { sha256: "0", parts } }, file))?.issue

const replayed = replayRun(cell, { ...run, exchanges: run.exchanges.slice(0, -1) }, file)
const diverged = "issue" in replayed ? replayed.issue : undefined

const today = run.exchanges.map((one) =>
  one.kind === "tool" ? { ...one, answer: { ...one.answer, is_error: !one.answer.is_error } } : one
)
const changed = compareResults(run, { ...run, exchanges: today }).find(({ code }) => code === "RESULT_CHANGED")
