/**
 * The secrets of suites: of the user's environment, of what the suites reach their servers and models with, and of the keys that
 * their models name. The recorder keeps them out of recordings, and `hideSecrets` out of what is printed.
 */
import type { Cell, Provider } from "../../base/domain/plan/Plan.ts"
import { type Secrets, credentialsOf, secretsOf } from "../../engine/layers/record/secrets.ts"
import { recordOf } from "../../edges/providers/providers.ts"
import { type CompiledSuite, type Suites, compiledIn } from "../suites/compileSuites.ts"
import { connectionsOf, modelCodesOf } from "../suites/suiteCode.ts"
import type { Environment } from "../../base/std/Environment.ts"
import { type Redactor, makeRedactor } from "../../engine/layers/record/redact.ts"

export const secretsOfSuites = (suites: ReadonlyArray<CompiledSuite>, environment: Environment): Secrets =>
  secretsOf(
    environment,
    suites.flatMap(({ project, suite, whole }) => [
      ...[...connectionsOf(suite, whole, project.root).values()].flat().map(credentialsOf),
      ...[...modelCodesOf(suite, whole).values()].map(({ headers = {} }) => headers),
      ...whole.cells.flatMap(providersOf).map((provider) => keyOf(provider, environment))
    ])
  )

/** Of the agent's model, and of its judges. */
const providersOf = ({ gates, provider }: Cell): ReadonlyArray<Provider> => [
  provider,
  ...gates.flatMap(({ jury = [] }) => jury.map((juror) => juror.provider))
]

const keyOf = (provider: Provider, environment: Environment): Environment => {
  const name = recordOf(provider)?.address(provider, environment).keyName
  return name === undefined ? {} : { [name]: environment[name] }
}

/** The redactor of suites: it knows their secrets, and what keys look like. */
export const redactorOf = (suites: Suites, environment: Environment): Redactor =>
  makeRedactor(secretsOfSuites(compiledIn(suites), environment))
