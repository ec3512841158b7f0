/**
 * Runs an agent in a process: what it prints is its final response, and a process that fails gives none.
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { Infrastructure } from "../../../services/Infrastructure.ts"
import { type Ending, type ProcessGroup, type Start, startGroup } from "../mcp/processGroup.ts"
import { tail } from "../mcp/stdioLink.ts"
import { errorSentence } from "../mcp/errorText.ts"
import { infrastructure } from "../infrastructure.ts"

const MAX_RESPONSE_BYTES = 16 * 1024 * 1024
/** How long to wait for the rest of its output after its exit. */
const DRAIN = "5 seconds"

/** Starts the agent and returns the effect that waits for its response. The scope ends the agent and all it started. */
export const startAgent = Effect.fnUntraced(function* (start: Start) {
  const [program = ""] = start.command
  const group = yield* Effect.mapError(startGroup(start), (why) => cannotStart(program, why))
  const stdout = collectStdout(group)
  const stderr = tail()
  group.child.stderr.on("data", stderr.push)
  group.child.stdin.end()
  return Effect.gen(function* () {
    const ending = yield* Deferred.await(group.exited)
    yield* Deferred.await(group.closed).pipe(
      Effect.timeoutOrElse({ duration: DRAIN, orElse: () => Effect.fail(stillOpen(program)) })
    )
    if (stdout.bytes > MAX_RESPONSE_BYTES) return yield* tooMuch(program)
    if (ending.code !== 0) return yield* endedBadly(program, ending, stderr.text())
    const text = Result.try(() => new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(stdout.chunks)))
    return Result.isFailure(text) ? yield* notText(program) : text.success.replace(/\r?\n$/, "")
  })
})

/** Kills an agent that prints too much. */
const collectStdout = ({ child, kill }: ProcessGroup) => {
  const stdout = { chunks: new Array<Buffer>(), bytes: 0 }
  child.stdout.on("data", (chunk: Buffer) => {
    stdout.bytes += chunk.length
    if (stdout.bytes > MAX_RESPONSE_BYTES) kill()
    else stdout.chunks.push(chunk)
  })
  return stdout
}

const cannotStart = (program: string, why: string): Infrastructure =>
  infrastructure(
    `The agent ${program} cannot be started: ${errorSentence(why)}`,
    "The command is a program and its arguments, with no shell in between."
  )

const stillOpen = (program: string): Infrastructure =>
  infrastructure(
    `The agent ${program} has ended, but something that it started still holds its output open.`,
    "Let what it leaves behind write elsewhere."
  )

const tooMuch = (program: string): Infrastructure =>
  infrastructure(
    `The agent ${program} printed more than ${MAX_RESPONSE_BYTES} bytes.`,
    "What it prints is its final response: send the rest to stderr."
  )

/** A signal comes from outside the agent, an exit code from the agent itself. */
const endedBadly = (program: string, { code, signal }: Ending, stderr: string): Infrastructure => {
  const { issue } = infrastructure(
    `The agent ${program} ${signal === null ? `exited with code ${code}` : `was ended by ${signal}`}, ` +
      (stderr === "" ? "with nothing on stderr." : `and its stderr ended with: ${stderr}`),
    "An agent exits with 0 once it has printed its final response."
  )
  return new Infrastructure({ issue, isAgentExit: signal === null })
}

const notText = (program: string): Infrastructure =>
  infrastructure(`The agent ${program} printed what is not UTF-8.`, "Let it print its final response as UTF-8.")
