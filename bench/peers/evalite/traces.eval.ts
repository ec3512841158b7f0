/**
 * evalite: recorded runs as data, and one scorer a question. The command line asks for a score of 100.
 */
import { evalite } from "evalite"
import { affordable, inOrder, readTrace, selects, type Trace, traceFiles } from "../traces.ts"

const scorer = (name: string, holds: (trace: Trace) => boolean) => ({
  name,
  scorer: ({ output }: { readonly output: Trace }) => (holds(output) ? 1 : 0)
})

evalite<string, Trace>("refunds", {
  data: () => traceFiles().map((input) => ({ input })),
  task: (file) => Promise.resolve(readTrace(file)),
  scorers: [scorer("selection", selects), scorer("order", inOrder), scorer("budget", affordable)]
})
