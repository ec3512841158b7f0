/**
 * MCPJam SDK in a bare Bun script, by the entry points that load least: its predicates judge selection and budget, its
 * matcher the order of the calls.
 */
import { evaluateToolCalls } from "@mcpjam/sdk/matchers"
import {
  allPredicatesPassed,
  buildIterationTranscript,
  evaluatePredicates,
  type Predicate
} from "@mcpjam/sdk/predicates"
import { expectedCalls, expectedTool, maxTotalTokens, readTrace, traceFiles } from "./traces.ts"

const predicates: Array<Predicate> = [
  { type: "toolCalledAtLeastOnce", toolName: expectedTool },
  { type: "tokenBudgetUnder", tokens: maxTotalTokens + 1 }
]
const expected = expectedCalls.map(({ args, name }) => ({ toolName: name, arguments: args }))

const passes = (file: string): boolean => {
  const { conversation, final_response, tool_calls } = readTrace(file)
  const { input, output, total } = conversation.tokens
  const toolCalls = tool_calls.map(({ args, name }) => ({ toolName: name, arguments: args }))
  const transcript = buildIterationTranscript({
    toolCalls,
    usage: { inputTokens: input, outputTokens: output, totalTokens: total },
    finalAssistantMessage: final_response
  })
  return (
    allPredicatesPassed(evaluatePredicates(transcript, predicates)) &&
    evaluateToolCalls(expected, toolCalls, { toolCallOrder: "superset", argumentMatching: "partial" }).passed
  )
}

const files = traceFiles()
const failed = files.filter((file) => !passes(file))
console.log(`${files.length - failed.length} of ${files.length} passed`)
process.exitCode = failed.length === 0 && files.length > 0 ? 0 : 1
