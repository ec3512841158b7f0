/**
 * Real faults of real servers: each over a real transport, on the wall clock, with how it has to end.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import type { RecordedRun, Violation } from "../../src/base/domain/recording/Cassette.ts"
import type { Cell } from "../../src/base/domain/plan/Plan.ts"
import * as ScriptedModel from "../../src/engine/layers/scripted/model.ts"
import * as LiveTools from "../../src/engine/layers/live/toolHub.ts"
import { perform } from "../../src/engine/run/perform.ts"
import type { Connection } from "../../src/engine/services/Connection.ts"
import { cell } from "../../test/engine/layers/recordings.ts"

/** `answer`: it does no harm. `error` and `timeout`: what the call gives the agent. `run`: the run ends, with a sentence. */
type Ending = "answer" | "error" | "timeout" | "run"

export interface RealFault {
  readonly transport: "stdio" | "http"
  readonly name: string
  readonly ends: Ending
  /** What is reported with the run. */
  readonly reported?: ReadonlyArray<Violation["kind"]>
  /** For a run that ends: what its sentence says. */
  readonly says?: RegExp
  /** How often the server may be asked to go on with a stream: 30 times after the other call was answered, and once before. */
  readonly streams?: number
}

const over =
  (transport: RealFault["transport"]) =>
  (name: string, ends: Ending, more: Partial<RealFault> = {}): RealFault => ({ transport, name, ends, ...more })
const stdio = over("stdio")
const http = over("http")

export const realFaults: ReadonlyArray<RealFault> = [
  stdio("latency", "answer"),
  stdio("drip", "answer"),
  stdio("slices", "answer"),
  stdio("halfClose", "run", { says: /It is still running/ }),
  stdio("exitsMidReply", "run", { says: /It exited with code 3/ }),
  stdio("killed", "run", { says: /It was ended by SIGKILL/ }),
  stdio("exitsAfterReply", "run", { says: /Connection closed|It exited with code 0/ }),
  stdio("timeout", "timeout"),
  stdio("garbage", "answer", { reported: ["noise"] }),
  stdio("invalidUtf8", "run", { says: /a line that is not UTF-8/ }),
  stdio("duplicateId", "answer", { reported: ["repeated_reply"] }),
  stdio("wrongId", "timeout", { reported: ["unknown_id"] }),
  stdio("nextId", "answer", { reported: ["unknown_id"] }),
  stdio("stringId", "timeout", { reported: ["unknown_id"] }),
  stdio("nullId", "timeout", { reported: ["unknown_id"] }),
  stdio("late", "timeout", { reported: ["late_reply"] }),
  stdio("afterCancel", "timeout", { reported: ["late_reply"] }),
  stdio("endlessLine", "run", { says: /more than 16777216 bytes/ }),
  stdio("endlessProgress", "timeout"),
  stdio("notifications", "answer"),
  stdio("ownRequests", "answer", { reported: ["unanswered_request"] }),
  stdio("errorReply", "error"),
  stdio("invalidResult", "error"),
  stdio("cursorLoop", "run", { says: /repeats a page/ }),
  stdio("manyTools", "run", { says: /more than 10000 tools/ }),
  stdio("banner", "answer", { reported: ["noise"] }),
  http("latency", "answer"),
  http("drip", "answer"),
  http("slices", "answer"),
  http("halfClose", "run", { says: /Connection closed/ }),
  http("resetMidFrame", "run", { says: /disconnected/ }),
  http("truncatedBody", "run"),
  http("timeout", "timeout"),
  http("garbage", "run"),
  http("garbageEvents", "answer"),
  http("wrongType", "run", { says: /Unexpected content type: text\/html/ }),
  http("duplicateId", "answer", { reported: ["repeated_reply"] }),
  http("wrongId", "run", { reported: ["unknown_id"] }),
  http("wrongIdInBody", "timeout", { reported: ["unknown_id"] }),
  http("stringId", "answer", { reported: ["unknown_id"] }),
  http("notFound", "run", { says: /status 404/ }),
  http("conflict", "error"),
  http("unauthorized", "run", { says: /status 401/ }),
  http("unavailable", "run", { says: /status 503/ }),
  http("redirect", "run", { says: /redirect/ }),
  http("endlessSse", "run", { says: /more than 16777216 bytes/ }),
  http("endlessComments", "timeout"),
  http("endlessProgress", "timeout"),
  http("storm", "run", { says: /It ended its stream without an answer 31 times/, streams: 31 }),
  http("retryLater", "timeout", { streams: 0 }),
  http("bomb", "run", { says: /more than 16777216 bytes/ })
]

/** How long a call may take: short where that is what has to end it. */
const patienceFor = ({ ends }: RealFault): number => (ends === "timeout" ? 3_000 : 20_000)
/** For all that is not the fault's: starting and ending processes, on a machine that has other work. */
const MARGIN_MS = 20_000

const file = (name: string): string => join(import.meta.dirname, name)

/** The HTTP server of all faults. Ended by `await using`. */
export const brokenHttp = async () => {
  const child = spawn("node", [file("brokenHttp.js")], { stdio: ["pipe", "pipe", "inherit"] })
  const [url] = await once(child.stdout, "data")
  return { url: String(url).trim(), [Symbol.asyncDispose]: async (): Promise<void> => void child.stdin.end() }
}

/** What a fault did that it must not, a sentence each. */
export const tryReal = async (fault: RealFault, trial: number, httpUrl: string): Promise<ReadonlyArray<string>> => {
  const call_timeout_ms = patienceFor(fault)
  const planned: Cell = {
    ...cell,
    id: `${fault.transport} ${fault.name}`,
    run_timeout_ms: 2 * call_timeout_ms + MARGIN_MS,
    behaviour: { ...cell.behaviour, options: { ...cell.behaviour.options, call_timeout_ms } }
  }
  const began = performance.now()
  const { run } = await perform(planned, trial).pipe(
    Effect.provide(
      Layer.merge(
        ScriptedModel.layer(() => ({ turns: script(trial) })),
        LiveTools.layer(new Map([[planned.id, [connectionOf(fault, httpUrl)]]]), process.env)
      )
    ),
    Effect.runPromise
  )
  const took = Math.round(performance.now() - began)
  const seen: Seen = fault.transport === "http" ? await (await fetch(`${httpUrl}/${fault.name}/seen`)).json() : {}
  const offences = [
    ...(took > 2 * call_timeout_ms + MARGIN_MS ? [`it took ${took} ms`] : []),
    ...endingOffences(fault, run, trial),
    ...reportOffences(fault, run),
    ...(seen.strangers ? [`another origin was asked ${seen.strangers} times`] : []),
    ...(fault.streams !== undefined && (seen.streams ?? 0) > fault.streams * trial
      ? [
          `its stream was asked for ${seen.streams} times in ${trial} trials, promised were at most ${fault.streams} each`
        ]
      : [])
  ]
  return offences.map((what) => `The fault ${fault.name} over ${fault.transport}, trial ${trial}: ${what}.`)
}

interface Seen {
  readonly streams?: number
  readonly strangers?: number
}

const connectionOf = ({ name, transport }: RealFault, url: string): Connection => ({
  name: "broken",
  shared: false,
  ...(transport === "http"
    ? { url: `${url}/${name}/mcp`, headers: {} }
    : { command: ["node", file("brokenStdio.js"), name], env: {} })
})

const call = (name: string, args: { readonly [name: string]: string | number }) => ({ server: "broken", name, args })

/** Two calls side by side, then one more. */
const script = (trial: number) => [
  { calls: [call("broken", {}), call("echo", { turn: 1, token: `a${trial}` })] },
  { calls: [call("echo", { turn: 2, token: `b${trial}` })] },
  { text: "Done." }
]

const endingOffences = ({ ends, says }: RealFault, { exchanges, outcome }: RecordedRun, trial: number) => {
  const calls = exchanges.filter((exchange) => exchange.kind === "tool")
  if (outcome.status === "infrastructure_error") {
    const { message } = outcome.issue
    if (ends !== "run") return [`it ended the run: ${message}`]
    const isSentence = /: The server broken .+[^.]$|: The server broken .+\.$/s.test(message)
    return isSentence && says?.test(message) !== false ? [] : [`the run says: ${message}`]
  }
  const [broken, first, second, ...more] = calls.map(({ answer }) => ({
    text: textOf(answer.content[0]),
    ends: answer.timed_out ? "timeout" : answer.is_error ? "error" : "answer"
  }))
  return [
    ...(calls.length === 3 && more.length === 0 ? [] : [`there are ${calls.length} results of 3 calls`]),
    ...(broken?.ends === ends ? [] : [`its call ended with ${broken?.ends}, promised was ${ends}`]),
    ...(broken?.ends === "answer" && broken.text !== "right ü" ? [`its call was answered "${broken.text}"`] : []),
    ...[first, second].flatMap((echo, at) =>
      echo?.ends === "answer" && echo.text === `${"ab"[at]}${trial}`
        ? []
        : [`healthy call ${at + 1} ended with ${echo?.ends}, "${echo?.text}"`]
    )
  ]
}

const textOf = (block: unknown): unknown => (block as { readonly text?: unknown } | undefined)?.text

const reportOffences = ({ reported = [] }: RealFault, { violations = [] }: RecordedRun): ReadonlyArray<string> => {
  const kinds = violations.map(({ kind }) => kind).toSorted()
  return JSON.stringify(kinds) === JSON.stringify(reported.toSorted())
    ? []
    : [`the run reports ${JSON.stringify(kinds)}, promised was ${JSON.stringify(reported)}`]
}
