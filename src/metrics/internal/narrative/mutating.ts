/**
 * Whether a tool changes something, by its name unless the suite knows better.
 */
import type { ToolCall } from "../../../domain/Trace.ts"
import { isCallOf, unprefixedName } from "../toolCalls.ts"
import { parts } from "./parts.ts"
import { verbs } from "./verbs.ts"

export interface Overrides {
  /** Always taken for writes. */
  readonly mutating_tools?: ReadonlyArray<string>
  /** Never taken for writes, whatever their name and `mutating_tools` say. */
  readonly readonly_tools?: ReadonlyArray<string>
}

/** Only the verb itself counts: `create_issue` writes, `get_created_issues` does not. */
export const isMutating = (call: ToolCall, { mutating_tools = [], readonly_tools = [] }: Overrides): boolean =>
  !readonly_tools.some((tool) => isCallOf(tool, call)) &&
  (mutating_tools.some((tool) => isCallOf(tool, call)) ||
    parts(unprefixedName(call)).some((part) => writes.has(part.toLowerCase())))

const writes: ReadonlySet<string> = new Set(verbs)
