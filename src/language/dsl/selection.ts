/**
 * Which agents of a suite are run: by tag, all but the skipped ones, or one alone.
 */
import { type Agent, extend } from "./agent.ts"
import type { Fact } from "./facts.ts"

/**
 * Names that `--tag` selects the agent by.
 *
 * ```ts
 * asks.pipe(tags("slow", "weather"))
 * ```
 */
export const tags =
  (...names: readonly [string, ...ReadonlyArray<string>]) =>
  <Has extends Fact>(self: Agent<Has>): Agent<Has> =>
    extend(self, (node) => ({ tags: [...node.tags, ...names] }))

/**
 * Leaves the agent out of every run. Reports show it with the reason, and never as passed.
 *
 * ```ts
 * asks.pipe(skip("the weather API is down until Monday"))
 * ```
 */
export const skip =
  <const Reason extends string>(reason: NonEmpty<Reason>) =>
  <Has extends Fact>(self: Agent<Has>): Agent<Has> =>
    extend(self, () => ({ skipped: (reason as string | undefined) ?? "" }))

/**
 * Leaves out every other agent, of all suites of the command. For use while editing: refused in CI.
 *
 * ```ts
 * asks.pipe(only)
 * ```
 */
export const only = <Has extends Fact>(self: Agent<Has>): Agent<Has> => extend(self, () => ({ only: true }))

type NonEmpty<Reason extends string> = Reason extends "" ? "a reason" : Reason
