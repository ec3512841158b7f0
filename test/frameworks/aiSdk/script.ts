/**
 * What a mock model of the AI SDK answers, asked for whole answers or for streams.
 */
import { simulateReadableStream } from "ai6"
import type { MockLanguageModelV3 } from "ai6/test"

export interface ScriptedAnswer {
  readonly text?: string
  readonly calls?: ReadonlyArray<{ readonly name: string; readonly input: string }>
  /** Undefined if the provider does not tell. */
  readonly tokens?: readonly [input: number, output: number]
  readonly finish?: "error" | "length" | "stop" | "tool-calls"
}

/** `doGenerate` and `doStream` of a mock model. A request for which there is an error fails with it. */
export const scriptOf = (...answers: ReadonlyArray<ScriptedAnswer | Error>) => {
  let asked = 0
  const next = () => {
    const answer = answers[asked++] ?? new Error("The script has ended.")
    if (answer instanceof Error) throw answer
    const { calls = [], finish = calls.length > 0 ? "tool-calls" : "stop", text = "", tokens } = answer
    const content = [
      ...(text === "" ? [] : [{ type: "text" as const, text }]),
      ...calls.map(({ input, name }, at) => ({
        type: "tool-call" as const,
        toolCallId: `c${asked}-${at}`,
        toolName: name,
        input
      }))
    ]
    const [input, output] = tokens ?? []
    return {
      content,
      finishReason: { unified: finish, raw: `raw ${finish}` },
      usage: {
        inputTokens: { total: input, noCache: input, cacheRead: undefined, cacheWrite: undefined },
        outputTokens: { total: output, text: output, reasoning: undefined }
      },
      warnings: []
    }
  }
  return {
    doGenerate: async () => next(),
    doStream: async () => {
      const { content, finishReason, usage, warnings } = next()
      const chunks = content.flatMap((part): ReadonlyArray<StreamPart> =>
        part.type === "text"
          ? [
              { type: "text-start" as const, id: "t" },
              ...[...part.text].map((delta) => ({ type: "text-delta" as const, id: "t", delta })),
              { type: "text-end" as const, id: "t" }
            ]
          : [part]
      )
      const all: Array<StreamPart> = [
        { type: "stream-start", warnings },
        ...chunks,
        { type: "finish", finishReason, usage }
      ]
      return { stream: simulateReadableStream({ chunks: all, chunkDelayInMs: null, initialDelayInMs: null }) }
    }
  }
}

type StreamPart = PartOf<Awaited<ReturnType<MockLanguageModelV3["doStream"]>>["stream"]>
type PartOf<Stream> = Stream extends ReadableStream<infer Part> ? Part : never
