/**
 * Who answers for a model: the agent itself, whom the suite says, or whom the model's name tells.
 */
import type { Provider } from "../domain/Plan.ts"
import type { AgentNode } from "../dsl/agent.ts"
import type { ModelChoice } from "../dsl/model.ts"

/** Nothing for a name that no known provider uses: a suite is never run against a guess. */
export const providerOf = ({ driver }: AgentNode, { model, provider }: ModelChoice): Provider | undefined =>
  driver === undefined ? (provider ?? providerNamed(model)) : { kind: "driver" }

export const providerNamed = (model: string): Provider | undefined =>
  prefixes.find(({ names }) => names.test(model))?.provider

const prefixes: ReadonlyArray<{ readonly names: RegExp; readonly provider: Provider }> = [
  { names: /^claude-/, provider: { kind: "anthropic" } },
  { names: /^(?:gpt-|chatgpt-|codex-|o\d)/, provider: { kind: "openai" } }
]
