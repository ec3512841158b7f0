/**
 * A server in a process of its own, which speaks MCP over its stdin and stdout: one message a line.
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"
import type { Link } from "./Link.ts"
import { lineReader } from "./lineReader.ts"
import { type Ending, type ProcessGroup, type Start, startGroup } from "./processGroup.ts"
import type { JSONRPCMessage, Transport } from "./sdk.ts"
import { tail } from "./tail.ts"
import { sentence, visible } from "./words.ts"

/** How long the rest of what a process wrote may take to arrive once it has ended. */
const LAST_WORDS_MS = 100

export const stdioLink = Effect.fnUntraced(function* (start: Start): Effect.fn.Return<Link, string, Scope.Scope> {
  const group = yield* startGroup(start)
  const ended = Deferred.makeUnsafe<void>()
  const seen: Seen = { noise: 0, firstNoise: "", broken: undefined, ending: undefined }
  const words = tail()
  group.child.stderr.on("data", words.push)
  group.child.once("exit", (code, signal) => {
    seen.ending = { code, signal }
  })
  group.child.stdout.once("end", () => Deferred.doneUnsafe(ended, Exit.void))

  const transport = transportOf(group, seen)
  const lastWords = Effect.timeoutOption(Deferred.await(group.closed), LAST_WORDS_MS)
  yield* Effect.raceFirst(Deferred.await(group.exited), Deferred.await(ended)).pipe(
    Effect.andThen(lastWords),
    Effect.andThen(Effect.sync(() => transport.onclose?.())),
    Effect.forkScoped
  )
  return { transport, account: Effect.map(lastWords, () => accountOf(seen, words.text())), farewell: Effect.void }
})

/** What is remembered of an output for the account of it. */
interface Seen {
  noise: number
  firstNoise: string
  broken: string | undefined
  ending: Ending | undefined
}

const transportOf = ({ child, kill }: ProcessGroup, seen: Seen): Transport => {
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
      seen.firstNoise ||= visible(line.slice(0, 200))
      seen.noise++
      return
    }
    const taken = message.success
    const handled = Result.try(() => transport.onmessage?.(taken))
    if (Result.isFailure(handled)) fail(`It sent a message that cannot be read: ${sentence(handled.failure)}`)
  }

  /** A server that breaks the protocol for good is not waited for. */
  const fail = (broken: string): void => {
    seen.broken = broken
    kill()
  }

  return transport
}

const isMessage = (value: unknown): value is JSONRPCMessage =>
  typeof value === "object" && value !== null && "jsonrpc" in value && value.jsonrpc === "2.0"

const accountOf = ({ broken, ending, firstNoise, noise }: Seen, words: string): string =>
  [
    broken ?? (ending === undefined ? "It is still running." : endingOf(ending)),
    ...(noise > 0 ? [`It wrote lines that are no messages (${noise}), the first: ${firstNoise}.`] : []),
    ...(words === "" ? [] : [`Its stderr ended with: ${words}`])
  ].join(" ")

const endingOf = ({ code, signal }: Ending): string =>
  signal === null ? `It exited with code ${code}.` : `It was ended by ${signal}.`
