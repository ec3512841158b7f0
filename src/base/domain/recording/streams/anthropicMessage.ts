/**
 * Assembles a message of Anthropic's API from the events of its stream.
 */
import { isObject } from "../../../std/Json.ts"

/**
 * A stream that broke off gives a message without a stop_reason. `inputOf` makes the input of a call from its text, which is not whole
 * where the token limit cut it.
 */
export const messageOf = (events: ReadonlyArray<unknown>, inputOf: (text: string) => unknown): AssembledMessage => {
  const content: Array<Fields> = []
  let head: Fields = {}
  let usage: Fields = {}
  let stop_reason: unknown = undefined
  for (const event of events.map(fieldsOf)) {
    const at = Number(event["index"])
    switch (event["type"]) {
      case "message_start":
        head = present({ model: fieldsOf(event["message"])["model"] })
        usage = fieldsOf(fieldsOf(event["message"])["usage"])
        break
      case "content_block_start":
        content[at] = fieldsOf(event["content_block"])
        break
      case "content_block_delta":
        content[at] = grown(content[at] ?? {}, fieldsOf(event["delta"]))
        break
      case "message_delta":
        usage = { ...usage, ...present(fieldsOf(event["usage"])) }
        stop_reason = fieldsOf(event["delta"])["stop_reason"]
    }
  }
  return { ...head, content: content.map((block) => finished(block, inputOf)), stop_reason, usage }
}

export interface AssembledMessage {
  /** The model that answered. */
  readonly model?: unknown
  readonly content: ReadonlyArray<unknown>
  readonly stop_reason: unknown
  readonly usage: unknown
}

interface Fields {
  readonly [name: string]: unknown
}

const fieldsOf = (value: unknown): Fields => (isObject(value) ? value : {})

/** The members of a block that arrive in pieces of text. */
const growing = new Set(["text", "thinking", "signature", "partial_json"])

const grown = (block: Fields, delta: Fields): Fields => {
  const pieces = Object.entries(delta).filter(([name]) => growing.has(name))
  return { ...block, ...Object.fromEntries(pieces.map(([name, piece]) => [name, `${block[name] ?? ""}${piece}`])) }
}

const finished = ({ partial_json, ...block }: Fields, inputOf: (text: string) => unknown): Fields =>
  typeof partial_json === "string" ? { ...block, input: inputOf(partial_json) } : block

const present = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined))
