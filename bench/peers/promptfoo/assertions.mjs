/** What has to hold of a trace; Node strips the types of the shared file. */
import { affordable, inOrder, selects } from "../traces.ts"

export const selection = (trace) => selects(trace)
export const order = (trace) => inOrder(trace)
export const budget = (trace) => affordable(trace)
