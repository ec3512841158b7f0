/**
 * What would change an agent's behaviour: a recording of anything else is stale.
 */
import type { ImageData } from "../../base/domain/plan/Image.ts"
import type { FingerprintParts, TurnData, UserData } from "../../base/domain/plan/Plan.ts"
import type { Answers } from "../../base/domain/trace/ServerRequests.ts"
import type { SaysNext } from "../../base/domain/trace/traceSoFar.ts"
import type { ServerData, Transport } from "../../base/domain/plan/Tool.ts"
import type { AgentNode } from "../dsl/agent.ts"
import type { AnyDriver } from "../dsl/driver.ts"
import type { ModelChoice } from "../dsl/model.ts"
import { type Image, imagesOf, type WithImages, promptWords } from "../dsl/prompt.ts"
import type { AnyServer, Reached } from "../dsl/server.ts"
import type { UserNode } from "../dsl/simulatedUser.ts"
import { plannedOptions } from "../../edges/providers/options.ts"
import { choiceRecord } from "../../edges/providers/providers.ts"
import type { SourcesOf } from "./Sources.ts"
import { toolData, type ToJsonSchema } from "./toolData.ts"

export const defaults = { maxTurns: 10, maxTokens: 4_096, callBudgetMillis: 30_000 }

/** Of a model that plays the user. */
export const userDefaults = {
  maxTurns: 5,
  maxTokens: 1_024,
  stop: "The person has what they want, or the assistant has said that it cannot be had."
}

export const behaviourOf = (
  agent: AgentNode,
  choice: ModelChoice,
  toJsonSchema: ToJsonSchema | undefined,
  sourcesOf: SourcesOf | undefined
): FingerprintParts => ({
  prompt: agent.prompt,
  ...(agent.images !== undefined && { images: agent.images.map(imageData) }),
  ...(agent.turns !== undefined && { turns: agent.turns.map(turnData) }),
  ...(agent.user !== undefined && { user: userData(agent.user) }),
  ...(agent.system !== undefined && { system: agent.system }),
  model: choice.model,
  ...modelOptions(choice),
  options: {
    max_turns: agent.maxTurns ?? defaults.maxTurns,
    max_tokens: agent.maxTokens ?? defaults.maxTokens,
    ...(agent.temperature !== undefined && { temperature: agent.temperature }),
    ...(agent.callTimeoutMillis !== undefined && { call_timeout_ms: agent.callTimeoutMillis })
  },
  servers: agent.servers.map((server) => serverData(server, toJsonSchema)),
  faults: agent.faults.map(({ kind, name, on_call, server, tool }) => ({
    name,
    ...(server !== undefined && { server }),
    ...(tool !== undefined && { tool }),
    kind,
    ...(on_call !== undefined && { on_call })
  })),
  ...(agent.driver !== undefined && { driver: driverData(agent.driver, sourcesOf) }),
  ...(agent.faults.length > 0 && { call_budget_ms: callBudget(agent) })
})

/** A function is called again in every replay, and what it says compared with what it said: its text would differ between runtimes. */
const turnData = (turn: string | SaysNext | WithImages): TurnData => {
  if (typeof turn === "function") return { from: "trace" }
  const images = imagesOf(turn)
  return images.length === 0 ? promptWords(turn) : { text: promptWords(turn), images: images.map(imageData) }
}

const imageData = ({ bytes, media_type, sha256 }: Image): ImageData => ({ media_type, sha256, bytes })

const userData = ({
  goal,
  maxTokens,
  maxTurns,
  model,
  neverSays = [],
  persona,
  stop,
  temperature
}: UserNode): UserData => ({
  model: model.model,
  ...modelOptions(model),
  goal,
  ...(persona !== undefined && { persona }),
  stop: stop ?? userDefaults.stop,
  ...(neverSays.length > 0 && { never_says: neverSays }),
  options: {
    max_turns: maxTurns ?? userDefaults.maxTurns,
    max_tokens: maxTokens ?? userDefaults.maxTokens,
    ...(temperature !== undefined && { temperature })
  }
})

/** Absent for a model without options, whose recordings have none. */
export const modelOptions = (choice: ModelChoice): Pick<FingerprintParts, "model_options"> => {
  const model_options = plannedOptions(choiceRecord(choice)?.options ?? {}, choice.options)
  return model_options === undefined ? {} : { model_options }
}

/** A driver without a file has no sources, which is not the same as a list without an entry. */
const driverData = (driver: AnyDriver, sourcesOf: SourcesOf | undefined): NonNullable<FingerprintParts["driver"]> => {
  const { files } = sourcesOf?.(driver) ?? { files: [] }
  return { name: driver.name, version: driver.version, ...(files.length > 0 && { sources: files }) }
}

/** The agent's own patience, else the least that a gate asks for. */
const callBudget = ({ callTimeoutMillis, gates }: AgentNode): number => {
  const asked = gates.flatMap(({ definition, spec }) => definition.patience?.(spec) ?? [])
  return callTimeoutMillis ?? (asked.length > 0 ? Math.min(...asked) : defaults.callBudgetMillis)
}

const serverData = (server: AnyServer, toJsonSchema: ToJsonSchema | undefined): ServerData => ({
  name: server.name,
  transport: transport(server.reached),
  ...(server.shared && { shared: true as const }),
  ...(server.instructions !== undefined && { instructions: server.instructions }),
  ...(server.answers !== undefined && answersData(server.answers)),
  // A tool that cannot be written as data is refused by serverRules.
  tools: Object.values(server.tools).flatMap((tool) => toolData(tool, toJsonSchema) ?? [])
})

/** What a server may ask for changes what it does. Of functions there are the names alone. */
const answersData = ({ elicit, roots, sample }: Answers): Pick<ServerData, "answers" | "roots"> => ({
  answers: [
    ...(elicit === undefined ? [] : (["elicit"] as const)),
    ...(roots === undefined ? [] : (["roots"] as const)),
    ...(sample === undefined ? [] : (["sample"] as const))
  ],
  ...(roots !== undefined && { roots })
})

const transport = (reached: Reached): Transport => {
  if ("command" in reached) return { command: reached.command, env: Object.keys(reached.env ?? {}).toSorted() }
  if ("url" in reached) return { url: reached.url, headers: Object.keys(reached.headers ?? {}).toSorted() }
  return { in_memory: true }
}
