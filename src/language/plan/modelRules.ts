/**
 * What a model may be asked with: options that its provider knows, with values that they may have.
 */
import type { AgentNode } from "../dsl/agent.ts"
import type { ModelChoice } from "../dsl/model.ts"
import type { AgentFacts, OptionRules } from "../../edges/providers/options.ts"
import { choiceRecord, providers, recordForModel, recordOf } from "../../edges/providers/providers.ts"
import { alternatives } from "../../base/std/alternatives.ts"
import { defaults } from "./behaviour.ts"
import type { Problem } from "./Problem.ts"
import type { Provider } from "../../base/domain/plan/Plan.ts"

/** Who asks the model: an agent, or the jury of a gate, which has nothing of this. */
type Asker = Pick<AgentNode, "driver" | "maxTokens" | "servers">

export const modelProblems = (agent: Asker, choice: ModelChoice): ReadonlyArray<Problem> => {
  const record = choiceRecord(choice)
  const wrong = choice.provider === undefined ? undefined : record?.problem?.(choice)
  if (wrong !== undefined) return [wrong]
  if (!isNamed(choice)) return [{ what: "it names no model", hint: 'Say which: model: "claude-sonnet-4-5".' }]
  if (providerOf(agent, choice) === undefined) return [unknownProvider(choice)]
  const facts = { maxTokens: agent.maxTokens ?? defaults.maxTokens, servers: agent.servers }
  return record === undefined ? [] : optionProblems(record.options, choice, facts)
}

const isNamed = ({ model }: ModelChoice): boolean => typeof model === "string" && model.trim() !== ""

const unknownProvider = ({ model }: ModelChoice): Problem => ({
  what: `no provider is known for the model "${model}"`,
  hint: `Say whose it is: ${alternatives(providers.map(({ example }) => example(model)))}.`
})

const optionProblems = (
  rules: OptionRules,
  { model, options = {} }: ModelChoice,
  facts: AgentFacts
): ReadonlyArray<Problem> =>
  Object.entries(options).flatMap(([name, value]) => {
    if (value === undefined) return []
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined
    if (rule === undefined) {
      return [{ what: `${model} has no option ${name}`, hint: `It has ${Object.keys(rules).join(", ")}.` }]
    }
    return rule.allows(value, facts)
      ? []
      : [{ what: `${name} of ${model} is ${shown(value)}`, hint: `Give it ${rule.accepts}.` }]
  })

/** Header values may be secrets. */
const shown = (value: unknown): string =>
  typeof value === "object" && value !== null
    ? "an object that it does not take"
    : (JSON.stringify(value) ?? String(value))

/** Undefined if no provider is known: a suite never runs against a guess. */
export const providerOf = (
  { driver }: Pick<AgentNode, "driver">,
  { model, provider }: ModelChoice
): Provider | undefined => {
  if (driver !== undefined) return { kind: "driver" }
  if (provider !== undefined) return recordOf(provider) && provider
  const record = recordForModel(model)
  return record && { kind: record.kind }
}
