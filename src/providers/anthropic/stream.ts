/**
 * Assembles a message of Anthropic's API from the events of its stream.
 */
import type { Anthropic } from "@anthropic-ai/sdk"
import { argsOf } from "../wire/readAnswer.ts"

/** A stream that broke off gives a message without a stop_reason, which `answerOf` rejects. */
export const messageOf = (events: ReadonlyArray<Anthropic.RawMessageStreamEvent>): unknown => {
  const content: Array<Block> = []
  let usage = {}
  let stop_reason: unknown = undefined
  for (const event of events) {
    switch (event.type) {
      case "message_start":
        usage = event.message.usage ?? {}
        break
      case "content_block_start":
        content[event.index] = { ...event.content_block }
        break
      case "content_block_delta":
        content[event.index] = grown(content[event.index] ?? {}, event.delta)
        break
      case "message_delta":
        usage = { ...usage, ...present(event.usage ?? {}) }
        stop_reason = event.delta.stop_reason
    }
  }
  return { content: content.map(finished), stop_reason, usage }
}

interface Block {
  readonly [name: string]: unknown
}

/** The members of a block that arrive in pieces of text. */
const growing = new Set(["text", "thinking", "signature", "partial_json"])

const grown = (block: Block, delta: object): Block => {
  const pieces = Object.entries(delta).filter(([name]) => growing.has(name))
  return { ...block, ...Object.fromEntries(pieces.map(([name, piece]) => [name, `${block[name] ?? ""}${piece}`])) }
}

/** Truncated arguments stay text, which distinguishes them from complete ones. */
const finished = ({ partial_json, ...block }: Block): Block =>
  typeof partial_json === "string" ? { ...block, input: argsOf(partial_json) ?? partial_json } : block

const present = (usage: object): object =>
  Object.fromEntries(Object.entries(usage).filter(([, count]) => count !== null && count !== undefined))
