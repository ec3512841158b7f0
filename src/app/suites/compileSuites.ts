/**
 * From loaded suites to plans: compiled, or refused with all reasons at once.
 */
import type { Issue } from "../../base/domain/Issue.ts"
import { issue } from "../../base/domain/issues.ts"
import type { Plan } from "../../base/domain/plan/Plan.ts"
import type { Suite } from "../../language/dsl/suite.ts"
import { slug } from "../../language/plan/cellId.ts"
import { type Compiled, compile, type Overrides, type Refused } from "../../language/plan/compile.ts"
import type { SourcesOf } from "../../language/plan/Sources.ts"
import type { SuiteLayers } from "../../engine/services/SuiteLayers.ts"
import type { Project } from "../kit/project.ts"
import { unknownSources } from "./unknownParts.ts"
import { errorText } from "../kit/errorPlace.ts"
import { tryCatch } from "../../base/std/tryCatch.ts"

export interface LoadedSuite {
  readonly suite: Suite
  readonly project: Project
  /** What `main` or `run` was given. */
  readonly layers?: SuiteLayers
  /** What was noticed when it was looked for. */
  readonly noticed?: ReadonlyArray<Issue>
  /** Where it was loaded from, where it can be loaded from again. */
  readonly url?: string
}

export interface CompiledSuite extends LoadedSuite, Compiled {
  readonly _tag: "compiled"
  /** Everything the suite says. */
  readonly whole: Plan
  /** What of it is to be run. */
  readonly plan: Plan
  /** What the reader of its report should know of the choice. */
  readonly notices: ReadonlyArray<Issue>
  /** True if an earlier shard has the first cell of this suite. That shard reports what concerns the suite as a whole. */
  readonly continues: boolean
}

export interface RefusedSuite extends LoadedSuite {
  readonly _tag: "refused"
  readonly issues: ReadonlyArray<Issue>
  /** Where the gate of each issue was made, for issues that are about gates. */
  readonly callSites?: Refused["callSites"]
}

export type AnySuite = CompiledSuite | RefusedSuite

export type Suites = ReadonlyArray<AnySuite>

export const compiledIn = (suites: Suites): ReadonlyArray<CompiledSuite> =>
  suites.filter((one) => one._tag === "compiled")

export const issuesIn = (suites: Suites): ReadonlyArray<Issue> =>
  suites.flatMap((one) => (one._tag === "refused" ? one.issues : []))

export const compileSuites = (
  loaded: ReadonlyArray<LoadedSuite>,
  overrides: Overrides,
  sourcesOf: (one: LoadedSuite) => SourcesOf | undefined = () => undefined
): Suites => {
  const byFolder = new Map<string, Array<LoadedSuite>>()
  for (const one of loaded) {
    const sharing = byFolder.get(folderOf(one))
    if (sharing === undefined) byFolder.set(folderOf(one), [one])
    else sharing.push(one)
  }
  return loaded.map(
    (one) =>
      namesake(one, byFolder.get(folderOf(one)) ?? []) ?? compileSuite(one, { ...overrides, sourcesOf: sourcesOf(one) })
  )
}

/** Where its recordings are. */
const folderOf = ({ project, suite }: LoadedSuite): string => `${project.root}\0${slug(suite.name)}`

export const refuse = ({ project, suite }: LoadedSuite, ...issues: ReadonlyArray<Issue>): RefusedSuite => ({
  _tag: "refused",
  suite,
  project,
  issues
})

/** Suites of one name would record over each other. */
const namesake = (one: LoadedSuite, sharing: ReadonlyArray<LoadedSuite>): RefusedSuite | undefined => {
  const files = [...new Set(sharing.map(({ project }) => project.file))].join(" and ")
  const what = `${sharing.length} suites of ${files} would share the recordings of a suite named "${one.suite.name}".`
  return sharing.length > 1 ? refuse(one, issue("INVALID_SUITE", what, "Give each suite its own name.")) : undefined
}

const compileSuite = (loaded: LoadedSuite, overrides: Overrides): AnySuite => {
  const compiled = tryCatch(() => compile(loaded.suite, overrides), unreadable(loaded.suite))
  if ("issues" in compiled) return { ...refuse(loaded, ...compiled.issues), callSites: compiled.callSites }
  return {
    _tag: "compiled",
    ...loaded,
    ...compiled,
    whole: compiled.plan,
    notices: [...(loaded.noticed ?? []), ...unknownSources(compiled.plan, loaded.suite)],
    continues: false
  }
}

/** A getter or a proxy of the suite may throw wherever it is read. */
const unreadable =
  ({ name }: Suite) =>
  (thrown: unknown): Refused => ({
    issues: [issue("INVALID_SUITE", `Suite "${name}" cannot be read: ${errorText(thrown)}.`, "Give it plain values.")],
    callSites: [undefined]
  })
