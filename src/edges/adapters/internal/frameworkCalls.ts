/**
 * The calls of one step of a framework, told apart: those that went to the MCP server of the run, which passhat observed itself, and
 * those of tools of the agent, which only the framework tells of.
 */
import type { OwnCall, StepReport } from "../../../base/domain/recording/Driver.ts"
import type { Json, JsonObject } from "../../../base/domain/Json.ts"
import type { ReaderContext } from "./adapter.ts"

/** A call as a framework tells it, which may be anything. */
export interface FrameworkCall {
  readonly name: unknown
  readonly args: unknown
  /** Undefined if the framework tells no result. */
  readonly answer?: { readonly result: unknown; readonly isError: boolean } | undefined
  /** Whether it did not go to the MCP server in spite of its name: the provider ran it, or the framework refused it. */
  readonly isElsewhere?: boolean
}

export const frameworkCalls = (
  calls: ReadonlyArray<FrameworkCall>,
  isServed: ReaderContext["isServed"]
): Required<Pick<StepReport, "calls" | "ownCalls">> => {
  const own = calls.filter(({ isElsewhere, name }) => isElsewhere === true || !isServedAs(String(name), isServed))
  return { calls: calls.length - own.length, ownCalls: own.map(ownCall) }
}

/** MCP clients put names of their own before that of the tool, such as `mcp__passhat__`. */
export const isServedAs = (name: string, isServed: ReaderContext["isServed"]): boolean =>
  isServed(name) || [...name.matchAll(/_/g)].some(({ index }) => isServed(name.slice(index + 1)))

/** What is no JSON is made JSON where own calls are noted. */
const ownCall = ({ answer, args, name }: FrameworkCall): OwnCall => ({
  name: String(name),
  args: args as JsonObject | undefined,
  ...(answer !== undefined && { result: (answer.result ?? null) as Json, isError: answer.isError })
})
