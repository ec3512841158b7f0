/**
 * Passhat's `Schema` as the bundle has it, over effect's as it is installed.
 */
import * as Whole from "effect/Schema"
import { member } from "../../../src/dsl/described/member.ts"
import * as Ours from "../../../src/dsl/Schema.ts"

/** Its types are effect's, and tested with them: here is what it does. */
export type Any = any

/** With the names for which effect's own was asked. */
export const facade = () => {
  const used: Array<string> = []
  const load = (name: string) => () => {
    used.push(name)
    return Whole
  }
  const Schema: Any = Object.fromEntries(Object.keys(Ours).map((name) => [name, member(load(name), name)]))
  return { Schema, used }
}
