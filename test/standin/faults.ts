/**
 * Faults of the answers of the stand-in.
 */
import type { Asked, Reply } from "./serve.ts"
import { isStreamed } from "./Voice.ts"
import { voiceOf } from "./voiceOf.ts"

export interface Answers {
  /** The answer; it counts as given. */
  readonly give: (asked: Asked) => Reply
  /** The answer, without counting it as given. */
  readonly show: (asked: Asked) => Reply
}

export type Fault = (answers: Answers, asked: Asked) => Reply

/** An error in place of the answer. */
export const status =
  (code: number, headers: Readonly<Record<string, string>> = {}, type = "api_error"): Fault =>
  (_, asked) => ({
    status: code,
    headers: { "content-type": "application/json", ...headers },
    chunks: [JSON.stringify(voiceOf(asked).error(type, `Stand-in says ${code}.`))]
  })

/** A 200 whose stream contains an error. Without streaming, an error in place of the answer. */
export const errorInside =
  (type: string): Fault =>
  ({ show }, asked) => {
    const voice = voiceOf(asked)
    const begun = isStreamed(asked) ? show(asked).chunks.slice(0, 1) : []
    const error = isStreamed(asked)
      ? voice.errorPiece(type, "Overloaded")
      : JSON.stringify(voice.error(type, "Overloaded"))
    return { ...show(asked), chunks: [...begun, error] }
  }

/** No answer at all: the connection is closed. */
export const dropped: Fault = () => ({ status: 200, chunks: [], ending: "cut" })

/** Half an answer, and the connection is closed. */
export const cut: Fault = ({ show }, asked) => {
  const { chunks, ...reply } = show(asked)
  const all = chunks.join("")
  return { ...reply, chunks: [all.slice(0, all.length / 2)], ending: "cut" }
}

/** Half an answer whose stream ends properly. */
export const short: Fault = ({ show }, asked) => {
  const { chunks, ...reply } = show(asked)
  return { ...reply, chunks: chunks.length > 1 ? chunks.slice(0, chunks.length / 2) : [chunks.join("").slice(0, 20)] }
}

/** No answer, and the connection stays open. */
export const hung: Fault = () => ({ status: 200, chunks: [], ending: "hung" })

export const slow =
  (millis: number): Fault =>
  ({ give }, asked) => ({ ...give(asked), afterMillis: millis })

export const held =
  (until: Promise<unknown>): Fault =>
  ({ give }, asked) => ({ ...give(asked), after: until })
