/**
 * The answers of a scripted model, turn by turn: it needs no key and no network.
 */
import type { Usage } from "../../../base/domain/recording/Cassette.ts"
import type { JsonObject } from "../../../base/domain/Json.ts"
import type { Cell } from "../../../base/domain/plan/Plan.ts"

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
