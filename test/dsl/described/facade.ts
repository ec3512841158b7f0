/**
 * Passhat's `Schema` as the bundle has it, over effect's as it is installed.
 */
import * as Whole from "effect/Schema"
import { members } from "../../../src/dsl/described/member.ts"
import * as Ours from "../../../src/dsl/Schema.ts"

/** Its types are effect's, and tested with them: here is what it does. */
export type Any = any

/** With how often effect's own was asked for. */
export const facade = () => {
  const names = Object.keys(Ours)
  let loads = 0
  const load = () => {
    loads += 1
    return Whole
  }
  const Schema: Any = members(load, names)
  return { Schema, loads: () => loads }
}
