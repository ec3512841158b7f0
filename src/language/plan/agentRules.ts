/**
 * What an agent may say, whatever the types let through.
 */
import type { AgentNode } from "../dsl/agent.ts"
import { defaults } from "./behaviour.ts"
import { type Problem, when, wholeFrom1 } from "./Problem.ts"
import { driftProblems, driverProblems, observationProblems, userProblems } from "./driverRules.ts"
import { modelProblems } from "./modelRules.ts"
import { optionProblems, said } from "./optionRules.ts"
import { imagesOf, promptWords } from "../dsl/prompt.ts"
import { shown } from "../../base/std/kinds.ts"
import type { SourcesOf } from "./Sources.ts"
import { type ToJsonSchema, toolData } from "./toolData.ts"
import type { FaultData } from "../../base/domain/plan/Fault.ts"
import { isFaultKind } from "../../base/domain/plan/predicates.ts"

export const agentProblems = (
  agent: AgentNode,
  toJsonSchema: ToJsonSchema | undefined,
  sourcesOf: SourcesOf | undefined
): ReadonlyArray<Problem> =>
  agent.flaws === undefined
    ? ruleProblems(agent, toJsonSchema, sourcesOf)
    : agent.flaws.map((what) => ({ what, hint: "Give it what the types of passhat ask for." }))

/** Of an agent whose parts are what their types say. */
const ruleProblems = (
  agent: AgentNode,
  toJsonSchema: ToJsonSchema | undefined,
  sourcesOf: SourcesOf | undefined
): ReadonlyArray<Problem> => [
  ...when(agent.name.trim() === "", "the agent has no name", 'Name it: agent("asks for the weather", ...).'),
  ...when(agent.models.length === 0, "it names no model", 'Say which: model: "claude-sonnet-4-5".'),
  ...agent.models.flatMap((choice) => modelProblems(agent, choice)),
  ...driverProblems(agent, sourcesOf),
  ...agent.observations.flatMap((one, at) => observationProblems(agent, one, at)),
  ...(agent.allowedDrift ?? []).flatMap((one) => driftProblems(agent, one)),
  ...runsProblems(agent),
  ...selectionProblems(agent),
  ...turnProblems(agent),
  ...imageProblems(agent),
  ...userProblems(agent),
  ...optionProblems(agent),
  ...serverProblems(agent, toJsonSchema),
  ...agent.faults.flatMap((fault, at) => faultProblems(agent, fault, at))
]

/** The most runs of a cell: more do not fit into memory. */
export const MOST_RUNS = 1_000_000

const runsProblems = ({ runs }: AgentNode): ReadonlyArray<Problem> => [
  ...when(runs.length > 1, `runs is said ${runs.length} times`, "Say runs(n) once."),
  ...runs
    .filter((n) => !wholeFrom1(n))
    .map((n) => ({ what: `runs(${shown(n)}) is not a whole number from 1`, hint: "Say runs(1) or more." })),
  ...runs
    .filter((n) => wholeFrom1(n) && n > MOST_RUNS)
    .map((n) => ({
      what: `runs(${n}) is more than ${MOST_RUNS}, the most runs of an agent`,
      hint: "Say a smaller number, or make several agents of it."
    }))
]

const turnProblems = ({ driver, maxTurns = defaults.maxTurns, turns }: AgentNode): ReadonlyArray<Problem> =>
  turns === undefined
    ? []
    : [
        ...when(
          !turns.every((turn) => typeof turn === "function" || said(promptWords(turn))),
          "one of its turns has no words",
          'Write them like turns("Make it four.").'
        ),
        ...when(
          driver === undefined && maxTurns <= turns.length,
          `maxTurns is ${maxTurns}, and the user speaks ${turns.length + 1} times`,
          "Give it at least one answer for each message of the user."
        )
      ]

const imageProblems = ({ driver, images = [], turns = [] }: AgentNode): ReadonlyArray<Problem> => {
  const isSent = images.length > 0 || turns.some((turn) => imagesOf(turn).length > 0)
  if (!isSent || driver === undefined || driver.images === true) return []
  return [
    driver.command === undefined
      ? {
          what: "the user sends images, and its driver takes only text",
          hint: "Read session.images in the driver, and say so: driver(name, version, drive, { images: true })."
        }
      : {
          what: "the user sends images, and a command gets its messages as text",
          hint: "Take the images out, or let a driver send them to the program."
        }
  ]
}

const selectionProblems = ({ skipped, tags }: AgentNode): ReadonlyArray<Problem> => [
  ...when(!tags.every(said), "it has a tag without a name", 'Say which: tags("slow").'),
  ...when(
    skipped !== undefined && !said(skipped),
    "it is skipped without a reason",
    'Say why: skip("the API is down").'
  )
]

/** What the servers of an agent may be, whatever the types let through. */
const serverProblems = ({ servers }: AgentNode, toJsonSchema: ToJsonSchema | undefined): ReadonlyArray<Problem> => {
  const names = servers.map((server) => server.name)
  const wires = servers.flatMap((server) => Object.keys(server.tools).map((tool) => `${server.name}__${tool}`))
  return [
    ...repeated(names).map((name) => ({ what: `two servers are named "${name}"`, hint: "Give each its own name." })),
    ...(repeated(names).length > 0 ? [] : repeated(wires)).map((wire) => ({
      what: `two tools would both reach the model as ${wire}`,
      hint: "Rename one of their servers."
    })),
    ...servers.flatMap((server) =>
      Object.values(server.tools).flatMap((tool) => {
        return when(
          toolData(tool, toJsonSchema) === undefined,
          `the arguments of ${server.name}.${tool.name} cannot be written as a JSON Schema`,
          "Use schemas of plain JSON values in the catalogue, with Schema taken from passhat/schema."
        )
      })
    )
  ]
}

/** Each name that stands more than once, once. */
const repeated = (names: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set(names.filter((name, at) => names.indexOf(name) < at))
]

/** What a fault may be, whatever the types let through. */
const faultProblems = (agent: AgentNode, fault: FaultData, at: number): ReadonlyArray<Problem> => {
  const { kind } = fault
  const servers = agent.servers.filter((server) => fault.server === undefined || server.name === fault.server)
  const found = servers.some((server) => fault.tool === undefined || Object.hasOwn(server.tools, fault.tool))
  return [
    ...when(
      agent.faults.findIndex((other) => other.name === fault.name) < at,
      `two faults are named "${fault.name}"`,
      "Give each its own name."
    ),
    ...when(
      !found,
      `the fault "${fault.name}" breaks ${[fault.server, fault.tool].filter(Boolean).join(".")}, which the agent does not have`,
      "Aim it at a tool or server of the agent."
    ),
    ...when(
      "delay_ms" in kind && !(kind.delay_ms >= 0 && Number.isFinite(kind.delay_ms)),
      `the delay of the fault "${fault.name}" is not a duration from 0`,
      'Write it like slow("4 seconds").'
    ),
    ...when(
      "retry_after_ms" in kind && !(kind.retry_after_ms >= 0 && Number.isFinite(kind.retry_after_ms)),
      `the retry of the fault "${fault.name}" is not a duration from 0`,
      'Write it like rateLimited("2 seconds").'
    ),
    ...when(
      !isFaultKind(kind) && !Object.values(kind).some(Number.isNaN),
      `the fault "${fault.name}" is of a kind that does not exist: ${JSON.stringify(kind.kind)}`,
      "Use hang, slow(...), error(...) and the like."
    ),
    ...when(
      fault.on_call !== undefined && !wholeFrom1(fault.on_call),
      `the fault "${fault.name}" is to break call ${fault.on_call}`,
      "Give onCall a whole number from 1."
    ),
    ...when(
      "calls" in kind && !wholeFrom1(kind.calls),
      `the fault "${fault.name}" recovers after ${"calls" in kind ? shown(kind.calls) : 0} calls`,
      "Give it a whole number from 1."
    )
  ]
}
