/**
 * A gate of one's own, as another package would ship it: made with `gate`, from public names alone.
 */
import { atMost, gate, type Runs, type Tool, uses } from "passhat"

/** No run calls the tool more often than `most` times. */
export const callsAtMost = <Server extends string>(tool: Tool<Server, string, any>, most: number) =>
  gate(uses(tool.server))(
    {
      name: "frugal/calls_at_most",
      title: "frugal",
      targets: { calls: "count" },
      measure: (runs: Runs, spec: { readonly server: string; readonly tool: string }) => ({
        calls: Math.max(...callsPerRun(runs, spec))
      }),
      expect: { calls: atMost(1) },
      describe: ({ calls }, spec) => `at most ${calls} calls of ${spec.tool} in a run`,
      explain: (runs, spec, { calls }) => ({
        calls: callsPerRun(runs, spec).flatMap((count, at) =>
          count === calls
            ? [{ run: at + 1, path: "tool_calls", actual: count, reason: `called ${spec.tool} ${count} times` }]
            : []
        )
      })
    },
    { server: tool.server, tool: tool.name },
    { calls: atMost(most) }
  )

const callsPerRun = (runs: Runs, { server, tool }: { readonly server: string; readonly tool: string }) =>
  runs.map((run) => run.tool_calls.filter((call) => call.server === server && call.name === tool).length)
