/**
 * Whether a tool is mutating: by its name, or as the suite overrides it.
 */
import type { ToolCall } from "../../../domain/Trace.ts"
import { isCallOf, unprefixedName } from "../toolCalls.ts"
import { parts } from "./parts.ts"
import { verbs } from "./verbs.ts"

export interface Overrides {
  /** Tools that are always mutating. */
  readonly mutating_tools?: ReadonlyArray<string>
  /** Tools that are never mutating, even if their name or `mutating_tools` says so. */
  readonly readonly_tools?: ReadonlyArray<string>
}

/** Only the base form of a verb counts: `create_issue` is mutating, `get_created_issues` is not. */
export const isMutating = (call: ToolCall, { mutating_tools = [], readonly_tools = [] }: Overrides): boolean =>
  !readonly_tools.some((tool) => isCallOf(tool, call)) &&
  (mutating_tools.some((tool) => isCallOf(tool, call)) ||
    parts(unprefixedName(call)).some((part) => writes.has(part.toLowerCase())))

const writes: ReadonlySet<string> = new Set(verbs)
