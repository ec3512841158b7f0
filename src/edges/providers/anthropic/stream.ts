/**
 * Reads a message that Anthropic streamed.
 */
import * as Result from "effect/Result"
import { messageOf } from "../../../base/domain/recording/streams/anthropicMessage.ts"
import { isObject } from "../../../base/std/Json.ts"
import { type Failure, unreadable } from "../wire/Failure.ts"
import { argsOf } from "../wire/readAnswer.ts"

/** A stream that broke off gives a message without a stop_reason, which `readMessage` rejects. */
export const readStream = (events: ReadonlyArray<unknown>): Result.Result<unknown, Failure> => {
  const started = events.filter((event) => isObject(event) && event["type"] === "message_start").length
  if (started > 1) return Result.fail(unreadable(`its stream has ${started} messages, and an answer is one`))
  // Truncated arguments stay text, which distinguishes them from complete ones.
  return Result.succeed(messageOf(events, (text) => argsOf(text) ?? text))
}
