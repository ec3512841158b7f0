/**
 * How one of the providers' APIs encodes a turn of a script, whole or in pieces, or an error.
 */
import type { Json, JsonObject } from "../../src/base/domain/Json.ts"
import type { Asked } from "./serve.ts"

/** A turn as the API sends it. */
export interface Turn {
  /** Unique to the script and the turn: `r3_t1`. */
  readonly id: string
  readonly model: string
  readonly text: string
  readonly calls: ReadonlyArray<{ readonly id: string; readonly name: string; readonly args: JsonObject }>
  readonly stop_reason: string
  readonly usage: { readonly input: number; readonly output: number } | undefined
}

export interface Voice {
  /** The prefix of the ids of its calls. */
  readonly prefix: string
  /** The first message of the user. */
  readonly prompt: (body: JsonObject) => unknown
  readonly whole: (turn: Turn) => Json
  readonly pieces: (turn: Turn) => ReadonlyArray<string>
  readonly error: (type: string, message: string) => Json
  /** An error in a stream that has already begun. */
  readonly errorPiece: (type: string, message: string) => string
}

export const isStreamed = ({ body }: Asked): boolean => body.stream === true

export const event = (data: JsonObject): string => `event: ${String(data.type)}\ndata: ${JSON.stringify(data)}\n\n`

/** A text in two pieces. */
export const halves = (text: string): ReadonlyArray<string> => {
  const middle = Math.ceil(text.length / 2)
  return [text.slice(0, middle), text.slice(middle)].filter((half) => half !== "")
}
