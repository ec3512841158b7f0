/**
 * The user of a recorded run, where the run is performed again: says what was recorded, to an agent that says what the recorded one said.
 */
import * as Effect from "effect/Effect"
import type { Recording, UserExchange } from "../../../base/domain/recording/Cassette.ts"
import { issue } from "../../../base/domain/issues.ts"
import type { Cell } from "../../../base/domain/plan/Plan.ts"
import { answersIn } from "../../../base/domain/trace/traceSoFar.ts"
import { Infrastructure } from "../../services/Infrastructure.ts"
import type { Moment } from "../../services/RecordedUser.ts"

export const recordedUser =
  (recordingOf: (cell: Cell, run: number) => Recording | undefined) =>
  ({ answered, at, cell, run }: Moment): Effect.Effect<UserExchange, Infrastructure> => {
    const recording = recordingOf(cell, run)
    const { exchanges = [], trace } = recording?.runs.get(run) ?? {}
    const said = exchanges.filter((one) => one.kind === "user")[at]
    const place = `${recording?.file ?? cell.name}, run ${run}`
    if (said === undefined) return Effect.fail(diverged(place, "the user speaks where the recorded user did not"))
    // What a function says is compared when the run is judged; a model that plays the user would have to be asked.
    const heard = trace === undefined || cell.behaviour.user === undefined ? answered : answersIn(trace)[at]
    return heard === answered
      ? Effect.succeed(said)
      : Effect.fail(diverged(place, `the agent answers message ${at + 1} of its user otherwise than recorded`))
  }

const diverged = (place: string, what: string): Infrastructure =>
  new Infrastructure({
    issue: issue(
      "DIVERGED",
      `${place}: ${what}, so that what the user says next is not known.`,
      "Record it again with --record."
    )
  })
