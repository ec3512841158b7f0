/**
 * What a scripted model says, turn by turn: a model with no key, no network and no surprises.
 */
import type { Usage } from "../../domain/Cassette.ts"
import type { JsonObject } from "../../domain/Json.ts"
import type { Cell } from "../../domain/Plan.ts"

export interface ScriptedCall {
  readonly server: string
  readonly name: string
  readonly args: JsonObject
}

export interface ScriptedTurn {
  /** Nothing unless said. */
  readonly text?: string
  /** None unless said. */
  readonly calls?: ReadonlyArray<ScriptedCall>
  /** Unrecorded unless said, which is not the same as zero. */
  readonly usage?: Usage
  /** `tool_use` for a turn with calls and `end_turn` for one without, unless said. */
  readonly stop_reason?: string
}

export interface Script {
  readonly turns: ReadonlyArray<ScriptedTurn>
}

/** The script of each run, from 1, of each cell. */
export type Scripts = (cell: Cell, run: number) => Script
