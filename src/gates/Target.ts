/**
 * The paths of a trace that may decide a verdict, and the type of what stands there.
 *
 * What the model says of itself (`final_response`, the text of a turn) is not among them: it may be compared with the
 * trace, but it decides nothing.
 */

type Item = `[${number}]` | "[*]"
/** A path into plain JSON: anything may follow. */
type Into<Base extends string> = Base | `${Base}.${string}` | `${Base}[${string}`

export type Target =
  | "tool_calls"
  | `tool_calls${Item}.${"id" | "turn" | "server" | "name"}`
  | Into<`tool_calls${Item}.${"args" | "caller"}`>
  | "tool_results"
  | `tool_results${Item}.${"call_id" | "is_error" | "timed_out"}`
  | Into<`tool_results${Item}.${"content" | "structured"}`>
  | "stop_reason"
  | `conversation.tokens.${"input" | "output" | "total"}`
  | "clock.virtual_ms"
  | `faults${Item}.${"fault" | "call_id" | "kind" | "start_ms" | "detected_ms"}`
  | `observations.${string}.${"is_error" | "timed_out"}`
  | Into<`observations.${string}.${"content" | "structured"}`>

/** `[*]` gives the list of values, and the matcher sees that list. */
export type ValueAt<Path extends string> = Path extends `${infer List}[*]${infer Rest}`
  ? ReadonlyArray<Leaf<`${List}[0]${Rest}`>>
  : Leaf<Path>

/** Plain JSON takes any matcher, so it is `any`; the rest is typed. */
type Leaf<Path extends string> = Path extends
  | `tool_calls[${number}].${"args" | "caller"}${string}`
  | `tool_results[${number}].${"content" | "structured"}${string}`
  | `observations.${string}.${"content" | "structured"}${string}`
  ? any
  : Path extends `${string}.${"turn" | "input" | "output" | "total" | "virtual_ms" | "start_ms" | "detected_ms"}`
    ? number
    : Path extends `${string}.${"is_error" | "timed_out"}`
      ? boolean
      : Path extends "tool_calls" | "tool_results"
        ? ReadonlyArray<any>
        : string

const item = String.raw`\[(?:\d+|\*)\]`
const into = String.raw`(?:[.[].*)?`

/** The same grammar for suites whose types were not checked. */
const known = new RegExp(
  [
    "tool_calls",
    `tool_calls${item}\\.(?:id|turn|server|name)`,
    `tool_calls${item}\\.(?:args|caller)${into}`,
    "tool_results",
    `tool_results${item}\\.(?:call_id|is_error|timed_out)`,
    `tool_results${item}\\.(?:content|structured)${into}`,
    "stop_reason",
    String.raw`conversation\.tokens\.(?:input|output|total)`,
    String.raw`clock\.virtual_ms`,
    `faults${item}\\.(?:fault|call_id|kind|start_ms|detected_ms)`,
    String.raw`observations\..+\.(?:is_error|timed_out)`,
    `observations\\..+\\.(?:content|structured)${into}`
  ]
    .map((form) => `^${form}$`)
    .join("|"),
  "s"
)

export const isTarget = (path: string): boolean => known.test(path)

/** Whether a path leads to what the model says of itself. */
export const isNarration = (path: string): boolean => /^(?:final_response|conversation\.turns)\b/.test(path)

/** Whether a path leads to counts or times, which are numbers from 0. */
export const isMeasure = (path: string): boolean => measures.test(path)

const measures = new RegExp(
  `^(?:tool_calls${item}\\.turn|conversation\\.tokens\\..+|clock\\.virtual_ms|faults${item}\\.(?:start|detected)_ms)$`
)

/** Whether the trace always records what stands there, so that its absence is itself an observation. */
export const isAlwaysRecorded = (path: string): boolean => /^(?:tool_calls|tool_results|faults)\b/.test(path)
