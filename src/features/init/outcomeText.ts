/**
 * What `passhat init` did and what to do next, with the commands to copy.
 */
import type { ProviderRecord } from "../../edges/providers/ProviderRecord.ts"
import type { TargetProject } from "./TargetProject.ts"

export interface Outcome {
  /** A file, or a script in a file. */
  readonly what: string
  readonly isNew: boolean
}

/** Without a provider the suite is the demo, which is recorded already. */
export const outcomeText = (
  project: TargetProject,
  outcomes: ReadonlyArray<Outcome>,
  suite: string,
  provider?: ProviderRecord,
  readsEnvironment = false
): string => {
  const { script } = project.toolchain
  const named = (isNew: boolean): ReadonlyArray<string> =>
    outcomes.filter((one) => one.isNew === isNew).map(({ what }) => what)
  return [
    ...section("Written:", named(true)),
    ...section("Left as it was:", named(false)),
    ...section(
      "Next:",
      aligned([
        ...installs(project, provider, readsEnvironment),
        ...(provider === undefined ? [] : [record(project, provider)]),
        [`${script} evals`, "judges the recordings, with no key and no network"],
        [`${script} evals:check`, "finds type errors and stale recordings"]
      ])
    ),
    ...advice(project, suite, provider !== undefined),
    ""
  ].join("\n")
}

/** A command, and what it is for. */
type Step = readonly [command: string, purpose: string]

const section = (heading: string, lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.length === 0 ? [] : [heading, ...lines.map((line) => `  ${line}`), ""]

/** Comments to a shell, so that whole lines can be copied. */
const aligned = (steps: ReadonlyArray<Step>): ReadonlyArray<string> => {
  const width = Math.max(...steps.map(([command]) => command.length))
  return steps.map(([command, purpose]) => `${command.padEnd(width)}  # ${purpose}`)
}

/** The packages that the other steps need and the project does not have. */
const installs = (
  { has, toolchain }: TargetProject,
  provider: ProviderRecord | undefined,
  readsEnvironment: boolean
): ReadonlyArray<Step> => {
  const needed = [
    "passhat",
    ...(toolchain.workflow === "deno" ? [] : ["typescript", ...(readsEnvironment ? ["@types/node"] : [])]),
    ...(provider?.sdk === undefined ? [] : [provider.sdk])
  ].filter((name) => !has(name))
  return needed.length === 0 ? [] : [[toolchain.add(needed), "once"]]
}

const record = ({ toolchain }: TargetProject, { address, kind }: ProviderRecord): Step => [
  `${address({ kind }, {}).keyName}=<your key> ${toolchain.passhat} run --record=missing`,
  "runs the agent and its tools for real, and records it"
]

const advice = ({ hasTsconfig, toolchain }: TargetProject, suite: string, isOwn: boolean): ReadonlyArray<string> => [
  isOwn
    ? `Make the prompt, the arguments and the gates in ${suite} your own, and commit its cassette with it.`
    : `For a suite of your own server: ${toolchain.passhat} init --server "<the command that starts it>"`,
  ...(hasTsconfig && toolchain.workflow !== "deno"
    ? ['Your tsconfig.json is left as it was: if it covers suites too, give it "exclude": ["suites"].']
    : [])
]
