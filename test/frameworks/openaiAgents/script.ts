/**
 * A model of the OpenAI Agents SDK that answers from a script, asked for whole answers or for streams.
 */
import { type Model, Usage } from "@openai/agents"

export interface ScriptedAnswer {
  readonly text?: string
  readonly calls?: ReadonlyArray<{ readonly name: string; readonly args: string }>
  /** Undefined if the provider does not tell. */
  readonly tokens?: readonly [input: number, output: number]
}

/** A request for which there is an error fails with it. */
export const scriptOf = (...answers: ReadonlyArray<ScriptedAnswer | Error>): Model => {
  let asked = 0
  const next = () => {
    const answer = answers[asked++] ?? new Error("The script has ended.")
    if (answer instanceof Error) throw answer
    const { calls = [], text = "", tokens: [inputTokens, outputTokens] = [] } = answer
    const status = "completed" as const
    return {
      usage:
        inputTokens === undefined || outputTokens === undefined
          ? new Usage()
          : new Usage({ inputTokens, outputTokens, totalTokens: inputTokens + outputTokens }),
      output: [
        ...(text === ""
          ? []
          : [
              {
                type: "message" as const,
                role: "assistant" as const,
                status,
                content: [{ type: "output_text" as const, text }]
              }
            ]),
        ...calls.map(({ args, name }, at) => ({
          type: "function_call" as const,
          callId: `c${asked}-${at}`,
          name,
          arguments: args,
          status
        }))
      ],
      responseId: `r${asked}`,
      providerData: { status }
    }
  }
  return {
    getResponse: async () => next(),
    async *getStreamedResponse() {
      yield { type: "response_started" }
      const { output, providerData, responseId, usage } = next()
      const { inputTokens, outputTokens, totalTokens } = usage
      yield {
        type: "response_done",
        response: { id: responseId, output, providerData, usage: { inputTokens, outputTokens, totalTokens } }
      }
    }
  }
}
