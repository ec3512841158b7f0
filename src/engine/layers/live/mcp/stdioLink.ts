/**
 * A link to a server in a process of its own, over its stdin and stdout: one message a line.
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"
import { escapeLine } from "../../../../base/std/escape.ts"
import { afterFirstWord, firstWords } from "../../../../base/std/wholeWords.ts"
import { isObject } from "../../../../base/std/Json.ts"
import { errorSentence } from "./errorText.ts"
import type { Link } from "./linkTo.ts"
import { lineReader } from "./lineReader.ts"
import { type Ending, type ProcessGroup, type Start, startGroup } from "./processGroup.ts"
import { matchReplies } from "./matchReplies.ts"
import type { JSONRPCMessage, Transport } from "./sdk.ts"
import { type Violations, collectViolations } from "./violations.ts"

/** How long to wait for the rest of a process's output after its exit. */
const DRAIN_MS = 100

export const stdioLink = Effect.fnUntraced(function* (start: Start): Effect.fn.Return<Link, string, Scope.Scope> {
  const group = yield* startGroup(start)
  const ended = Deferred.makeUnsafe<void>()
  const seen: Seen = { noise: 0, firstNoise: "", broken: undefined, ending: undefined }
  const stderr = tail()
  group.child.stderr.on("data", stderr.push)
  group.child.once("exit", (code, signal) => {
    seen.ending = { code, signal }
  })
  group.child.stdout.once("end", () => Deferred.doneUnsafe(ended, Exit.void))

  const violations = collectViolations()
  const transport = transportOf(group, seen, violations)
  matchReplies(transport, violations)
  const drained = Effect.timeoutOption(Deferred.await(group.closed), DRAIN_MS)
  yield* Effect.raceFirst(Deferred.await(group.exited), Deferred.await(ended)).pipe(
    Effect.andThen(drained),
    Effect.andThen(Effect.sync(() => transport.onclose?.())),
    Effect.forkScoped
  )
  return {
    transport,
    violations,
    hasEnded: () => seen.ending !== undefined,
    diagnosis: Effect.map(drained, () => diagnosisOf(seen, stderr.text())),
    endSession: Effect.void
  }
})

/** What the diagnosis needs of the output. */
interface Seen {
  noise: number
  firstNoise: string
  broken: string | undefined
  ending: Ending | undefined
}

const transportOf = ({ child, kill }: ProcessGroup, seen: Seen, { note }: Violations): Transport => {
  const read = lineReader()
  const transport: Transport = {
    start: async () => {
      child.stdout.on("data", (chunk: Uint8Array) => {
        if (seen.broken !== undefined) return
        const { broken, lines } = read(chunk)
        lines.forEach(receive)
        if (broken !== undefined) fail(broken)
      })
    },
    send: (message) =>
      new Promise((resolve, reject) => {
        child.stdin.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()))
      }),
    close: async () => {
      child.stdin.end()
      transport.onclose?.()
    }
  }

  const receive = (line: string): void => {
    if (line.trim() === "") return
    const message = Result.try((): unknown => JSON.parse(line))
    if (Result.isFailure(message) || !isMessage(message.success)) {
      seen.firstNoise ||= escapeLine(firstWords(line, 200))
      seen.noise++
      note("noise", () => line)
      return
    }
    const received = message.success
    const handled = Result.try(() => transport.onmessage?.(received))
    if (Result.isFailure(handled)) fail(`It sent a message that cannot be read: ${errorSentence(handled.failure)}`)
  }

  /** Kills a server whose output cannot be read any further. */
  const fail = (broken: string): void => {
    seen.broken = broken
    kill()
  }

  return transport
}

const isMessage = (value: unknown): value is JSONRPCMessage => isObject(value) && value["jsonrpc"] === "2.0"

const diagnosisOf = ({ broken, ending, firstNoise, noise }: Seen, stderr: string): string =>
  [
    broken ?? (ending === undefined ? "It is still running." : endingOf(ending)),
    ...(noise > 0 ? [`It wrote lines that are no messages (${noise}), the first: ${firstNoise}.`] : []),
    ...(stderr === "" ? [] : [`Its stderr ended with: ${stderr}`])
  ].join(" ")

const endingOf = ({ code, signal }: Ending): string =>
  signal === null ? `It exited with code ${code}.` : `It was ended by ${signal}.`

/** Keeps the end of what a server wrote to its stderr: enough to see why it exited, on one line, and safe to print. */
interface Tail {
  readonly push: (chunk: Uint8Array) => void
  readonly text: () => string
}

const BYTES = 2048
const LINES = 10

export const tail = (): Tail => {
  let kept = Buffer.alloc(0)
  let bytes = 0
  return {
    push: (chunk) => {
      bytes += chunk.length
      kept = Buffer.concat([kept, chunk.subarray(-BYTES)]).subarray(-BYTES)
    },
    text: () =>
      (bytes > BYTES ? afterFirstWord(kept.toString("utf8")) : kept.toString("utf8"))
        .trim()
        .split(/[\r\n]+/)
        .slice(-LINES)
        .map(escapeLine)
        .join(" | ")
  }
}
