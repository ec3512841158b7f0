/**
 * Which agents of a suite are run when not all of them are: by tag, not now, or this one alone.
 */
import { type Agent, make } from "./agent.ts"
import type { Fact } from "./facts.ts"

/** Names that `--tag` selects the agent by. */
export const tags =
  (...names: readonly [string, ...ReadonlyArray<string>]) =>
  <Has extends Fact>(self: Agent<Has>): Agent<Has> =>
    make({ ...self.node, tags: [...self.node.tags, ...names] })

/** Leaves the agent out of every run. Reports show it with the reason, and it is never a pass. */
export const skip =
  <const Reason extends string>(reason: Said<Reason>) =>
  <Has extends Fact>(self: Agent<Has>): Agent<Has> =>
    make({ ...self.node, skipped: (reason as string | undefined) ?? "" })

/** Leaves every other agent out, of every suite of the command. For the time of an edit: refused in CI. */
export const only = <Has extends Fact>(self: Agent<Has>): Agent<Has> => make({ ...self.node, only: true })

type Said<Reason extends string> = Reason extends "" ? "a reason" : Reason
