/**
 * Who answers for a model: said by the suite, or told by the model's name.
 */
import type { Provider } from "../domain/Plan.ts"
import type { ModelChoice } from "../dsl/model.ts"

/** Nothing for a name that no known provider uses: a suite is never run against a guess. */
export const providerOf = ({ model, provider }: ModelChoice): Provider | undefined =>
  provider ?? prefixes.find(({ names }) => names.test(model))?.provider

const prefixes: ReadonlyArray<{ readonly names: RegExp; readonly provider: Provider }> = [
  { names: /^claude-/, provider: { kind: "anthropic" } },
  { names: /^(?:gpt-|chatgpt-|codex-|o\d)/, provider: { kind: "openai" } }
]
