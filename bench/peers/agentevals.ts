/**
 * agentevals in a bare Bun script: its matcher judges that the calls were made. It has no mode for their order among
 * other calls and no budget, so the script adds both.
 */
import { createTrajectoryMatchEvaluator } from "agentevals"
import { affordable, type Call, expectedCalls, inOrder, readTrace, selects, type Trace, traceFiles } from "./traces.ts"

const evaluate = createTrajectoryMatchEvaluator({ trajectoryMatchMode: "superset", toolArgsMatchMode: "superset" })

const asked = ({ args, name }: Omit<Call, "id">) => ({ function: { name, arguments: JSON.stringify(args) } })

/** The trace as chat messages, the only form that the matcher takes. */
const messagesOf = ({ conversation, tool_calls, tool_results }: Trace) => [
  { role: "user" as const, content: conversation.turns[0]?.content ?? "" },
  ...tool_calls.flatMap((call, at) => [
    { role: "assistant" as const, content: conversation.turns[at + 1]?.content ?? "", tool_calls: [asked(call)] },
    { role: "tool" as const, content: tool_results[at]?.content[0]?.text ?? "" }
  ]),
  { role: "assistant" as const, content: conversation.turns.at(-1)?.content ?? "" }
]

const referenceOutputs = [{ role: "assistant" as const, content: "", tool_calls: expectedCalls.map(asked) }]

const files = traceFiles()
let failed = 0
for (const file of files) {
  const trace = readTrace(file)
  const { score } = await evaluate({ outputs: messagesOf(trace), referenceOutputs })
  if (score !== true || !selects(trace) || !inOrder(trace) || !affordable(trace)) failed++
}
console.log(`${files.length - failed} of ${files.length} passed`)
process.exitCode = failed === 0 && files.length > 0 ? 0 : 1
