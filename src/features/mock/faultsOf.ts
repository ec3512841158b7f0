/**
 * `--fault`: how calls are broken, in the words of a suite's faults. `slow:250` is slow("250 millis").
 */
import * as Effect from "effect/Effect"
import type { FaultKind } from "../../base/domain/plan/Fault.ts"
import * as Faults from "../../language/dsl/faults.ts"
import { nearest } from "../../base/std/nearest.ts"
import { UsageError } from "../../app/kit/UsageError.ts"

/** A list of one fault; empty for `none`. */
export const faultsOf = (text: string): Effect.Effect<ReadonlyArray<FaultKind>, UsageError> => {
  const [name = "", ...rest] = text.split(":")
  const spelling = spellings.get(name)
  if (spelling === undefined) {
    const close = nearest(name, names)
    return refused(
      `There is no fault "${name}".`,
      close === undefined ? `There are ${names.join(", ")}.` : `Did you mean ${close}?`
    )
  }
  const faults = spelling.read(rest.length === 0 ? undefined : rest.join(":"))
  return faults === undefined
    ? refused(`--fault is "${text}", and ${name} ${spelling.takes}.`, `Write --fault ${name}${spelling.example}.`)
    : Effect.succeed(faults)
}

interface Spelling {
  readonly takes: string
  readonly example: string
  /** Reads what follows the colon; undefined if it is not valid. */
  readonly read: (argument: string | undefined) => ReadonlyArray<FaultKind> | undefined
}

const plain = (...kinds: ReadonlyArray<FaultKind>): Spelling => ({
  takes: "takes nothing more",
  example: "",
  read: (argument) => (argument === undefined ? kinds : undefined)
})

const withMillis = (kind: (millis: number) => FaultKind): Spelling => ({
  takes: "takes whole milliseconds from 0",
  example: ":250",
  read: (argument = "") => (/^\d+$/.test(argument) ? [kind(Number(argument))] : undefined)
})

const withCalls = (kind: (calls: number) => FaultKind): Spelling => ({
  takes: "takes a number of calls from 1",
  example: ":2",
  read: (argument = "") => (/^[1-9]\d*$/.test(argument) ? [kind(Number(argument))] : undefined)
})

const withWords = (kind: (words: string) => FaultKind): Spelling => ({
  takes: "takes the words to answer with",
  example: ':"disk full"',
  read: (argument = "") => (argument === "" ? undefined : [kind(argument)])
})

const spellings: ReadonlyMap<string, Spelling> = new Map(
  Object.entries({
    none: plain(),
    hang: plain(Faults.hang),
    wedged: plain(Faults.wedged),
    slow: withMillis(Faults.slow),
    "recover-after": withCalls(Faults.recoverAfter),
    "reply-after-cancel": withMillis(Faults.replyAfterCancel),
    error: withWords(Faults.error),
    "rate-limited": withMillis(Faults.rateLimited),
    denied: plain(Faults.denied),
    disconnect: plain(Faults.disconnect),
    misleading: withWords(Faults.misleading),
    malformed: plain(Faults.malformed),
    truncated: plain(Faults.truncated),
    "schema-drift": plain(Faults.schemaDrift)
  })
)

const names = [...spellings.keys()]

const refused = (what: string, hint: string): Effect.Effect<never, UsageError> =>
  Effect.fail(new UsageError({ what, hint }))
