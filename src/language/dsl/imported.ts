/**
 * The options of an agent whose runs were recorded elsewhere and brought in by `passhat import`.
 */
import { anything, type Kind, membersOf, name as named } from "../../base/std/kinds.ts"
import type { AnyDriver, Driver } from "./driver.ts"
import type { HasTurn } from "./facts.ts"
import type { ModelChoice } from "./model.ts"
import type { AnyServer } from "./server.ts"

/** Of the importer: recordings that another version of it made are stale, and the same files are imported again. */
export const IMPORTER_VERSION = "1"

/**
 * What an agent has instead of a model, a prompt and a driver, if `passhat import` wrote its recordings: the format that they
 * were read from. Such an agent is judged and never run. What others made of a run is its observation `outcome`, and messages of the user
 * after the prompt begin parts for `during`.
 *
 * ```ts
 * agent("airline 12", imported("tau-bench")).pipe(
 *   runs(4),
 *   expect("observations.outcome.structured.passed", equals(true)),
 *   during(2, expect("tool_calls", length(0))),
 *   reliability({ unbiased_pass_hat_4: atLeast(0.2) })
 * )
 * ```
 */
export const imported = <const Servers extends ReadonlyArray<AnyServer> = readonly []>(
  format: string,
  options: ImportedOptions<Servers> = {}
): ImportedAgent<Servers> => {
  const flaws = [...named(format, "the format"), ...optionsKind(options, "the second argument of imported")]
  const { model = format, prompt = "", servers = [] as unknown as Servers, system } = flaws.length > 0 ? {} : options
  return {
    driver: Object.freeze({ name: format, version: IMPORTER_VERSION, ...(flaws.length > 0 && { flaws }) }),
    model,
    servers,
    prompt,
    ...(system !== undefined && { system })
  }
}

/** What the members may be, agents say. */
const optionsKind: Kind = membersOf(anything)

export interface ImportedOptions<Servers> {
  /** The model that the runs were made with; by default the name of the format. */
  readonly model?: string
  /** The tools that the runs could call. */
  readonly servers?: Servers
  readonly prompt?: string
  readonly system?: string
}

/** Options for `agent`. Those of one agent may be spread into those of another. */
export interface ImportedAgent<Servers> {
  readonly driver: Driver
  readonly model: string | ModelChoice
  readonly models?: never
  readonly servers: Servers
  readonly prompt: string
  readonly system?: string
  /** A type without a value: how often the user speaks, each run tells. */
  readonly "~turns"?: HasTurn<number>
}

/** A driver that no code is behind. */
export const isImported = ({ command, drive, flaws }: AnyDriver): boolean =>
  command === undefined && drive === undefined && flaws === undefined
