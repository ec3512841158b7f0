/**
 * Finds the record of a provider, by the data in a plan or by the name of a model.
 */
import type { Provider } from "../../base/domain/plan/Plan.ts"
import * as list from "./list.ts"
import type { ModelChoice, ProviderRecord } from "./ProviderRecord.ts"

/** In the order of `list.ts`, which is also the order in which hints name them. */
export const providers: ReadonlyArray<ProviderRecord> = Object.values(list)

/** The record for a plan's `provider`; undefined if its kind is unknown or its fields are not those of the record. */
export const recordOf = (provider: Provider): ProviderRecord | undefined =>
  providers.find((record) => record.kind === provider.kind && hasFieldsOf(record, provider))

/** The record of the provider that a model's name belongs to; undefined if there is none: passhat never guesses. */
export const recordForModel = (model: string): ProviderRecord | undefined =>
  providers.find(({ modelNames }) => modelNames?.pattern.test(model))

/** The record of a model that a suite chooses; undefined if none is known. */
export const choiceRecord = ({ model, provider }: ModelChoice): ProviderRecord | undefined =>
  provider === undefined ? recordForModel(model) : recordOf(provider)

const hasFieldsOf = ({ fields }: ProviderRecord, provider: Provider): boolean =>
  Object.entries(provider).every(
    ([name, value]) => name === "kind" || (Object.hasOwn(fields, name) && typeof value === "string")
  ) && Object.entries(fields).every(([name, need]) => need === "optional" || Object.hasOwn(provider, name))
