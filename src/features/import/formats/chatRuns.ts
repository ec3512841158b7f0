/**
 * Runs of conversations whose messages are those of Chat Completions, or can be written like them.
 */
import type { Json } from "../../../base/domain/Json.ts"
import { chatSteps } from "./chatSteps.ts"
import { conversations, type Dialect } from "./conversations.ts"
import { nameOf } from "../../../edges/telemetry/fields.ts"
import { functionTools } from "./functionTools.ts"
import type { ChatMessages } from "../../../edges/telemetry/genAiMessages.ts"
import { importedRun } from "./importedRun.ts"
import { type Document, finding, type Item, type ReadOptions } from "../../../edges/telemetry/Item.ts"

export interface ChatFormat {
  /** Of tools whose server the source does not name. */
  readonly server: string
  readonly dialect: Dialect
  readonly chatMessages: (messages: ReadonlyArray<Json>) => ChatMessages
}

export function* chatRuns(
  documents: Iterable<Document>,
  options: ReadOptions,
  { chatMessages, dialect, server }: ChatFormat
): Generator<Item> {
  for (const one of conversations(documents, dialect)) {
    if (one.kind === "finding") {
      yield one
      continue
    }
    const { about, listAt, place, raw, source, tokens } = one
    const { messages, unknown } = chatMessages(one.messages)
    const { findings, steps, system } = chatSteps(messages, listAt)
    const model = nameOf(about["model"])
    for (const type of unknown) yield finding(`a part of the type ${JSON.stringify(type)}`, place)
    yield* findings
    yield* importedRun(
      {
        place,
        source,
        raw,
        steps,
        trace: { server, tokens },
        task: undefined,
        trial: undefined,
        ...(model !== undefined && { model }),
        ...(system !== undefined && { system }),
        tools: functionTools(about, server)
      },
      options
    )
  }
}
