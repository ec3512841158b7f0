/**
 * A process that judges a part of a command for another one: which of the command's files are its own.
 */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Environment } from "./mode.ts"

/** The variable that holds the paths, as JSON. Set by `--watch` for the processes that it starts. */
export const PART = "PASSHAT_PART"

export const partOfCommand = (environment: Environment): Option.Option<ReadonlyArray<string>> =>
  decode(environment[PART])

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Array(Schema.String)))
