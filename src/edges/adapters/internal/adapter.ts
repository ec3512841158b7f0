/**
 * What the adapters of frameworks share: the user's function runs its agent with the framework and returns what the framework returns,
 * and the adapter reads the steps, their tokens and the final response out of that.
 */
import type { Final, McpAddress, Session, StepReport } from "../../../base/domain/recording/Driver.ts"
import { type Driver, type Volatile, driver } from "../../../language/dsl/driver.ts"
import { infrastructure } from "../../../engine/services/Infrastructure.ts"
import { shown } from "../../../base/std/kinds.ts"
import { tryCatch } from "../../../base/std/tryCatch.ts"
import type { Usage } from "../../../base/domain/recording/Cassette.ts"
import { natural } from "../../../base/std/checks.ts"

/** As of `driver`. The version is "1" if none is given: name the sources, and a change of the agent is seen without it. */
export interface AdapterOptions {
  readonly version?: string
  readonly sources?: ReadonlyArray<string>
  readonly volatile?: Volatile
  /** Whether its function reads `images` of the session. */
  readonly images?: boolean
}

/** The session of a driver; the MCP server is open already. With `Step`, the framework has a hook for finished steps. */
export type AdapterSession<Step = never> = OpenSession & ([Step] extends [never] ? unknown : StepHook<Step>)

export interface OpenSession extends Omit<Session, "mcp" | "say" | "step" | "usage"> {
  readonly mcp: McpAddress
}

export interface StepHook<Step> {
  /** For the framework's hook of finished steps: they are known even if the agent throws later. Without it they are read at the end. */
  readonly onStep: (step: Step) => void
}

/** What a framework tells of a run. */
export interface Reported {
  /** All steps of the run, those included that were reported before. */
  readonly steps: ReadonlyArray<StepReport>
  /** Undefined if the agent did not end with a final response. */
  readonly final?: Final | undefined
  /** With which the agent failed, if the framework returns it instead of throwing it. */
  readonly error?: unknown
  /** The tokens of the whole run, if its steps are without theirs or other agents, such as those in its tools, have some too. */
  readonly usage?: StepReport["usage"]
}

/** What readers of a framework's values may need. */
export interface ReaderContext extends Pick<Session, "prompt" | "signal"> {
  /** Whether a tool is one of the run's MCP server, by its name there. Calls of any other tool are the agent's own. */
  readonly isServed: (tool: string) => boolean
  /** Reports a step before the run has ended. */
  readonly report: (step: StepReport) => void
}

/** How an adapter reads the values of its framework. A function that throws or rejects could not read the value. */
export interface Framework<Step> {
  /** The public name of the adapter. */
  readonly name: string
  /** What the user's function has to return, for messages: "what generateText returns". */
  readonly reads: string
  /** Undefined for a value that is something else. */
  readonly read: (result: unknown, reading: ReaderContext) => Reported | undefined | Promise<Reported | undefined>
  readonly readStep?: (step: Step, reading: ReaderContext) => StepReport
  /** What an error that was thrown tells of the run. Without a final response, the error ends the run. */
  readonly readError?: (error: unknown, reading: ReaderContext) => Reported | undefined
}

/** Makes the adapter of a framework. */
export const adapter =
  <Result, Step = never>(framework: Framework<Step>) =>
  (
    name: string,
    { version = "1", ...options }: AdapterOptions,
    run: (session: AdapterSession<Step>) => Result | PromiseLike<Result>
  ): Driver =>
    driver(name, version, (session) => driven(framework, name, run, session), options)

const driven = async <Step>(
  framework: Framework<Step>,
  name: string,
  run: (session: AdapterSession<Step>) => unknown,
  session: Session
): Promise<Final> => {
  let count = 0
  const report = (step: StepReport): void => {
    count++
    session.step(step)
  }
  const { prompt, signal } = session
  const reading: ReaderContext = { isServed: await served(session), report, prompt, signal }
  const tell = (told: Reported): Final | Promise<never> | undefined => {
    for (const step of told.steps.slice(count)) report(step)
    const rest = restOfTokens(told)
    if (rest !== undefined) session.usage(rest)
    return told.error === undefined ? told.final : Promise.reject(told.error)
  }
  const open = {
    ...session,
    mcp: await session.mcp,
    onStep: (step: Step) => report(tryCatch(() => framework.readStep?.(step, reading)) ?? {})
  } as unknown as AdapterSession<Step>
  const returned = async (): Promise<Final> => {
    const result = await run(open)
    const told = await (async () => framework.read(result, reading))().catch(() => undefined)
    return (told && tell(told)) ?? Promise.reject(unreadable(framework, name, session.run, result))
  }
  return returned().catch((error: unknown) => {
    const told = tryCatch(() => framework.readError?.(error, reading))
    return (told && tell(told)) ?? Promise.reject(error)
  })
}

const served = async ({ tools }: Session): Promise<ReaderContext["isServed"]> => {
  const { servedNames } = await import("../../providers/wire/wireNames.ts")
  const names = new Set(servedNames(tools).offered.map(([name]) => name))
  return (tool) => names.has(tool)
}

/** No verdict, also after an injected fault: it says nothing about the agent. */
const unreadable = ({ name, reads }: Framework<never>, agent: string, run: number, result: unknown) =>
  infrastructure(
    `Run #${run}: the function of the driver "${agent}" returned ${shown(result)}, and ${name} reads ${reads}.`,
    "Return it from the function."
  )

/**
 * All tokens if no step has its own. Undefined if there are none, and if only those of some steps are known: frameworks count what
 * they do not know as zero.
 */
const restOfTokens = ({ steps, usage }: Pick<Reported, "steps" | "usage">): Usage | undefined => {
  const total = counted(usage)
  const known = steps.flatMap((step) => (step.usage === undefined ? [] : [counted(step.usage)]))
  if (total === undefined || known.includes(undefined) || ![0, steps.length].includes(known.length)) return undefined
  const sum = (of: "input" | "output") => known.reduce((tokens, one) => tokens + (one?.[of] ?? 0), 0)
  return counted({ input: total.input - sum("input"), output: total.output - sum("output") })
}

/** Undefined unless both are whole numbers and not both zero. */
const counted = (usage: StepReport["usage"]): Pick<Usage, "input" | "output"> | undefined => {
  const [input, output] = [natural(usage?.input), natural(usage?.output)]
  return input === undefined || output === undefined || input + output === 0 ? undefined : { input, output }
}
