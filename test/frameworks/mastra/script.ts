/**
 * What a mock model of the AI SDK answers, asked for whole answers or for streams.
 */
export interface ScriptedAnswer {
  readonly text?: string
  readonly calls?: ReadonlyArray<{ readonly name: string; readonly args: object }>
  /** Undefined if the provider does not tell. */
  readonly tokens?: readonly [input: number, output: number]
}

/** The words of a version of the AI SDK's interface of models for the end of an answer. */
export type EndOf<End> = (finish: "stop" | "tool-calls", input: number | undefined, output: number | undefined) => End

/** `doGenerate` and `doStream` of a mock model. A request for which there is an error fails with it, however often it is repeated. */
export const scriptOf = <End extends object>(answers: ReadonlyArray<ScriptedAnswer | Error>, endOf: EndOf<End>) => {
  let asked = 0
  const next = () => {
    const answer = answers[asked] ?? new Error("The script has ended")
    if (answer instanceof Error) throw answer
    asked++
    const { calls = [], text = "", tokens: [input, output] = [] } = answer
    const content = [
      ...(text === "" ? [] : [{ type: "text" as const, text }]),
      ...calls.map(({ args, name }, at) => ({
        type: "tool-call" as const,
        toolCallId: `c${asked}-${at}`,
        toolName: name,
        input: JSON.stringify(args)
      }))
    ]
    return { content, end: endOf(calls.length > 0 ? "tool-calls" : "stop", input, output) }
  }
  return {
    doGenerate: async () => {
      const { content, end } = next()
      return { content, ...end, warnings: [] }
    },
    doStream: async () => {
      const { content, end } = next()
      const parts = content.flatMap((part): ReadonlyArray<object> =>
        part.type === "text"
          ? [
              { type: "text-start" as const, id: "t" },
              { type: "text-delta" as const, id: "t", delta: part.text },
              { type: "text-end" as const, id: "t" }
            ]
          : [part]
      )
      const all = [{ type: "stream-start", warnings: [] }, ...parts, { type: "finish", ...end }]
      const stream = new ReadableStream<never>({
        start: (controller) => {
          for (const part of all) controller.enqueue(part as never)
          controller.close()
        }
      })
      return { stream }
    }
  }
}
