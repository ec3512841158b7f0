/**
 * A model that follows a script. It is stateless: the number of its messages so far determines the next turn.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ModelAnswer, Usage } from "../../../base/domain/recording/Cassette.ts"
import { issue } from "../../../base/domain/issues.ts"
import { Infrastructure } from "../../services/Infrastructure.ts"
import { Model, type Request } from "../../services/Model.ts"
import type { JsonObject } from "../../../base/domain/Json.ts"
import type { Cell } from "../../../base/domain/plan/Plan.ts"

export const layer = (scripts: Scripts): Layer.Layer<Model> =>
  Layer.succeed(Model, {
    ask: (request) =>
      Effect.suspend(() => {
        const script = scripts(request.cell, request.run)
        const answered = request.messages.filter(({ role }) => role === "assistant").length
        const turn = script.turns[answered]
        return turn === undefined
          ? Effect.fail(outOfScript(request, script, answered + 1))
          : Effect.succeed(answerOf(turn, callsBefore(script, answered)))
      })
  })

const callsBefore = ({ turns }: Script, turn: number): number =>
  turns.slice(0, turn).reduce((sum, { calls = [] }) => sum + calls.length, 0)

/** Calls are numbered over the whole run: `c1`, `c2`, ... */
const answerOf = ({ text = "", calls = [], usage, stop_reason }: ScriptedTurn, numbered: number): ModelAnswer => ({
  text,
  calls: calls.map((call, index) => ({ id: `c${numbered + index + 1}`, ...call })),
  stop_reason: stop_reason ?? (calls.length > 0 ? "tool_use" : "end_turn"),
  ...(usage !== undefined && { usage })
})

const outOfScript = ({ cell, run }: Request, { turns }: Script, asked: number): Infrastructure =>
  new Infrastructure({
    issue: issue(
      "INFRASTRUCTURE",
      `${cell.id}, run ${run}: the model was asked for turn ${asked}, and its script has ${turns.length}.`,
      "End the script with a turn that makes no calls, or add the turn."
    )
  })

/** The answers of a scripted model, turn by turn: it needs no key and no network. */
export interface ScriptedCall {
  readonly server: string
  readonly name: string
  readonly args: JsonObject
}

export interface ScriptedTurn {
  /** Default: empty. */
  readonly text?: string
  /** Default: none. */
  readonly calls?: ReadonlyArray<ScriptedCall>
  /** Default: unrecorded, which is not the same as zero. */
  readonly usage?: Usage
  /** Default: `tool_use` for a turn with calls and `end_turn` for one without. */
  readonly stop_reason?: string
}

export interface Script {
  readonly turns: ReadonlyArray<ScriptedTurn>
}

/** The script of a run, counted from 1, of a cell. */
export type Scripts = (cell: Cell, run: number) => Script
