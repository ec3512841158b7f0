/**
 * Judges a closing message of the lists by `narrative` at its defaults.
 */
import { narrative } from "passhat/metrics"
import type { ToldRun } from "./narrative.runs.ts"

export const judgeTold = ({ calls, offered, says }: ToldRun) => {
  const made = calls.map((one, at) => {
    const [name, args] = typeof one === "string" ? [one, {}] : one
    return { id: `c${at}`, server: "s", name: name.replace("!", ""), args, is_error: name.endsWith("!") }
  })
  return narrative(
    {
      final_response: says,
      tool_calls: made.map(({ is_error: _, ...call }) => call),
      tool_results: made.map(({ id, is_error }) => ({ call_id: id, is_error, timed_out: false, content: [] }))
    },
    { offered: offered.split(" ").map((name) => ({ server: "s", name })) }
  )
}
