/**
 * What the user of a recorded run said, where the run is performed again over its recording.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { UserExchange } from "../../base/domain/recording/Cassette.ts"
import type { Cell } from "../../base/domain/plan/Plan.ts"
import type { Infrastructure } from "./Infrastructure.ts"

/** The moment at which the user speaks, where the plan does not have the words. */
export interface Moment {
  readonly cell: Cell
  readonly run: number
  /** How many such words came before. */
  readonly at: number
  /** What the agent said last. */
  readonly answered: string
}

/** Fails where the recorded user did not speak, or heard something else. Undefined by default: the user is asked. */
export const RecordedUser = Context.Reference<
  ((moment: Moment) => Effect.Effect<UserExchange, Infrastructure>) | undefined
>("passhat/RecordedUser", { defaultValue: () => undefined })
