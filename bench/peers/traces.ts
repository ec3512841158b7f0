/**
 * What every peer is given: the trace files of the folder `TRACES`, and what has to hold of each of them.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

export interface Call {
  readonly id: string
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
}

export interface Trace {
  readonly tool_calls: ReadonlyArray<Call>
  readonly tool_results: ReadonlyArray<{
    readonly call_id: string
    readonly content: ReadonlyArray<{ readonly text: string }>
  }>
  readonly final_response: string
  readonly conversation: {
    readonly tokens: { readonly input: number; readonly output: number; readonly total: number }
    readonly turns: ReadonlyArray<{ readonly role: "user" | "assistant"; readonly content: string }>
  }
}

export const expectedTool = "issue_refund"

export const expectedCalls = [
  { name: "find_customer", args: { email: "dana@example.com" } },
  { name: "get_order", args: { order: "A-17" } },
  { name: "issue_refund", args: { order: "A-17" } }
]

export const maxTotalTokens = 20_000

const folder = process.env.TRACES ?? ""

export const traceFiles = (): ReadonlyArray<string> => readdirSync(folder).map((name) => join(folder, name))

export const readTrace = (file: string): Trace => JSON.parse(readFileSync(file, "utf8"))

export const selects = ({ tool_calls }: Trace): boolean => tool_calls.some(({ name }) => name === expectedTool)

/** Whether each expected call is there, in their order, whatever is between them: for peers that cannot say so. */
export const inOrder = ({ tool_calls }: Trace): boolean => {
  let found = 0
  for (const call of tool_calls) {
    const next = expectedCalls[found]
    if (next !== undefined && call.name === next.name && includesArgs(call.args, next.args)) found++
  }
  return found === expectedCalls.length
}

export const includesArgs = (args: Call["args"], expected: Call["args"]): boolean =>
  Object.entries(expected).every(([name, value]) => args[name] === value)

export const affordable = ({ conversation }: Trace): boolean => conversation.tokens.total <= maxTotalTokens
