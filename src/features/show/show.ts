/**
 * `passhat show`: shows a recording, one of its runs, or two runs side by side. Loads no suite, so a stale recording is
 * shown like any other.
 */
import * as Effect from "effect/Effect"
import type { RecordedRun, Recording } from "../../base/domain/recording/Cassette.ts"
import { print } from "../../edges/report/text/Line.ts"
import { replayRun } from "../../engine/agentLoop/replayRun.ts"
import type { showRow } from "./commands.ts"
import type { Values } from "../../app/flags/Flag.ts"
import { stdout } from "../../app/kit/output/output.ts"
import { readAt, recordingsIn } from "../../app/recordings/recordingsIn.ts"
import { UsageError } from "../../app/kit/UsageError.ts"
import { cellOf } from "../../app/recordings/cellOf.ts"
import { diffLines } from "./diffLines.ts"
import { headerLines } from "./headerLines.ts"
import { runLines } from "./runLines.ts"

type ShowValues = Values<typeof showRow>

export const show = Effect.fn("show")(function* (flags: ShowValues) {
  const { file, other, pair } = yield* asked(flags)
  const recording = yield* readAt(yield* recordingAt(file))
  const lines =
    pair === undefined
      ? yield* whole(recording, flags.run)
      : yield* compared(recording, other === undefined ? recording : yield* readAt(yield* recordingAt(other)), pair)
  yield* stdout(lines.map((one) => `${print(one, false)}\n`).join(""))
  return 0
})

const whole = Effect.fnUntraced(function* (recording: Recording, only: number | undefined) {
  const all = [...recording.runs.values()].toSorted((a, b) => a.index - b.index)
  const runs = only === undefined ? all : [yield* runOf(recording, only)]
  return [...headerLines(recording.header, all), ...runs.flatMap((run) => runLines(recording, run))]
})

/** Runs of two recordings are named with the recording. */
const compared = Effect.fnUntraced(function* (
  one: Recording,
  other: Recording,
  [left, right]: readonly [number, number]
) {
  const named = ({ file }: Recording, index: number): string =>
    one === other ? `run #${index}` : `run #${index} of ${file}`
  return diffLines(
    one.header,
    { ...(yield* replayed(one, left)), name: named(one, left) },
    { ...(yield* replayed(other, right)), name: named(other, right) }
  )
})

/** Fails for a run without a trace, which cannot be compared. */
const replayed = Effect.fnUntraced(function* (recording: Recording, index: number) {
  const result = replayRun(cellOf(recording.header), yield* runOf(recording, index), recording.file)
  return "trace" in result
    ? result
    : yield* refused(`Run ${index} cannot be compared: ${result.issue.message}`, result.issue.hint)
})

/** The default path. */
const ALL = "cassettes"

interface Asked {
  readonly file: string
  /** The recording of the second run, if it is another one. */
  readonly other?: string
  readonly pair?: readonly [number, number]
}

/** `--diff 1 2` may come before, between or after the files. */
const asked = ({ b, cassette, diff, other: third, run }: ShowValues): Effect.Effect<Asked, UsageError> => {
  const words = [cassette, b, third].filter((word) => word !== undefined)
  if (diff === undefined) {
    return words.length <= 1
      ? Effect.succeed({ file: words[0] ?? ALL })
      : refused(`There is nothing to do with "${words[1]}".`, "Name one recording; two runs with --diff a b.")
  }
  if (run !== undefined) return refused("--run and --diff exclude each other.", "Leave one out.")
  const second = words.find((word) => /^\d+$/.test(word))
  if (second === undefined) return refused("--diff needs two runs.", `Write --diff ${diff} ${diff + 1}, say.`)
  const [file = ALL, other, ...more] = words.filter((_, at) => at !== words.indexOf(second))
  return more.length > 0
    ? refused(`There is nothing to do with "${more[0]}".`, "Name one recording, or two.")
    : Effect.succeed({ file, ...(other !== undefined && { other }), pair: [diff, Number(second)] })
}

const runOf = ({ file, runs }: Recording, index: number): Effect.Effect<RecordedRun, UsageError> => {
  const run = runs.get(index)
  const there = [...runs.keys()].toSorted((a, b) => a - b).join(", ")
  return run === undefined
    ? refused(`${file} has no run ${index}.`, there === "" ? "It holds no run at all." : `It holds run ${there}.`)
    : Effect.succeed(run)
}

const refused = (what: string, hint: string): Effect.Effect<never, UsageError> =>
  Effect.fail(new UsageError({ what, hint }))

/** How many recordings the message names if there are several. */
const NAMED = 5

export const recordingAt = Effect.fnUntraced(function* (path: string) {
  const files = yield* recordingsIn([path])
  const [only = path, ...others] = files
  if (others.length === 0) return only
  const named = files.slice(0, NAMED)
  const more = files.length - named.length
  return yield* new UsageError({
    what: `There are ${files.length} recordings in ${path}.`,
    hint: `Choose one: ${named.join(", ")}${more > 0 ? `, and ${more} more` : ""}.`
  })
})
