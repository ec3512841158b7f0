/**
 * Reuse is plain composition: gates join with `all`, facts and gates with `flow`.
 */
import { agent, all, expect, flow, length, runs, stability } from "passhat"
import { weather } from "./servers.ts"

const base = agent("a", { model: "claude-m", servers: [weather], prompt: "p" })

const honest = all(stability(), expect("tool_calls", length(1)))
export const r1 = base.pipe(runs(5), honest)
// @ts-expect-error the bundle needs two or more runs
export const r2 = base.pipe(honest)

const repeated = flow(runs(5), honest)
export const r3 = base.pipe(repeated)
// @ts-expect-error a profile cannot contradict itself
export const r4 = flow(runs(1), honest)
