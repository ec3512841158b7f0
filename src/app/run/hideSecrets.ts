/**
 * Keeps secrets out of what is printed, as the recorder keeps them out of recordings.
 *
 * What was recorded shows none. What a suite itself says may: a prompt, a header in a command, the value that a gate expects. It is
 * judged and compared as it is, and replaced where it is shown.
 */
import * as Effect from "effect/Effect"
import type { Json } from "../../base/domain/Json.ts"
import { hasKeyWord, mentionsSecret } from "../../engine/layers/record/secretWords.ts"
import type { RenderOptions } from "../../edges/report/Reporter.ts"
import type { ReporterTarget } from "./reporterTargets.ts"
import type { AnySuite, Suites } from "../suites/compileSuites.ts"
import type { Environment } from "../../base/std/Environment.ts"

/** Gives back a value with every secret replaced, or the value itself if the suites show none. */
export type HideSecrets = <A>(value: A) => A

export const hideSecrets = Effect.fnUntraced(function* (suites: Suites, environment: Environment) {
  const said = suites
    .flatMap((one) => textsIn(one._tag === "compiled" ? one.whole : { name: one.suite.name, issues: one.issues }))
    .join("\0")
  if (!hasKeyWord(said) && !suites.some((one) => knowsSecrets(one, environment))) return asItIs
  const { redactorOf } = yield* Effect.promise(() => import("./secretsOfSuites.ts"))
  const redactor = redactorOf(suites, environment)
  // A report is JSON, and stays what it is: only texts are replaced.
  const hide: HideSecrets = <A>(value: A): A => redactor.json(value as Json) as A
  return redactor.text(said) === said ? asItIs : hide
})

const asItIs: HideSecrets = (value) => value

/** Whether the environment, a server's connection or a model's key may hold a secret. */
const knowsSecrets = ({ suite }: AnySuite, environment: Environment): boolean =>
  Object.keys(environment).some(mentionsSecret) ||
  suite.agents.some(
    ({ models, servers }) =>
      servers.some(({ reached }) => "url" in reached || ("command" in reached && reached.env !== undefined)) ||
      models.some(({ provider }) => Object.values(provider ?? {}).some((name) => environment[name] !== undefined))
  )

/** Every text in a value. */
const textsIn = (value: unknown): ReadonlyArray<string> => {
  if (typeof value === "string") return isDialect(value) ? [] : [value]
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => [name, ...textsIn(member)])
}

/** The `$schema` of most tools. It would be taken for an address with a password in it, and looked at for no good. */
const isDialect = (text: string): boolean => /^https?:\/\/json-schema\.org\/[\w/.-]*#?$/.test(text)

const baselineOf = ({ baseline }: RenderOptions): Pick<RenderOptions, "baseline"> =>
  baseline === undefined ? {} : { baseline }

/** A target whose reporter is given reports and events without secrets. */
export const withoutSecrets =
  (hide: HideSecrets) =>
  ({ reporter, ...target }: ReporterTarget): ReporterTarget => {
    const { follow, render, summary } = reporter
    return {
      ...target,
      reporter: {
        ...reporter,
        render: (report, options) => render(hide(report), { ...options, ...hide(baselineOf(options)) }),
        ...(summary !== undefined && { summary: (report, options) => summary(hide(report), options) }),
        ...(follow !== undefined && { follow: (event) => follow(hide(event)) })
      }
    }
  }
