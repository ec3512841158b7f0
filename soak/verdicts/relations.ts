/**
 * Changes that must leave every verdict as it is.
 */
import type { Agent, Trace } from "passhat"
import type { Dice } from "../../bench/workload/dice.ts"
import type { Json } from "../../src/base/domain/Json.ts"
import { isArray, isJsonObject } from "../../src/base/std/Json.ts"
import { blind, reading, RUNS, tolerant } from "./agents.ts"
import { anyText, anyTrace, oneOf, shuffled } from "./anyTrace.ts"
import { type Evidence, evidenceOf } from "./judged.ts"
import { answered, called, SERVER, type World } from "./world.ts"

/** Agents and what their runs came to, by the order of the agents. */
export interface Sample {
  readonly server: string
  readonly agents: ReadonlyArray<MakeAgent>
  readonly evidence: ReadonlyArray<Evidence>
}

type MakeAgent = (world: World) => Agent<never>

export interface Relation {
  readonly agents: ReadonlyArray<MakeAgent>
  readonly change: (sample: Sample, dice: Dice) => Sample
  /** A run of the sample after is another one of the sample before. */
  readonly movesRuns?: boolean
  /** Also every check is the same, with its value and its evidence. */
  readonly keepsChecks?: boolean
}

export const everyGate: ReadonlyArray<MakeAgent> = [blind, reading]

export const sampleOf = (agents: ReadonlyArray<MakeAgent>, dice: Dice): Sample => ({
  server: SERVER,
  agents,
  evidence: agents.map(() => evidenceOf(Array.from({ length: RUNS }, () => anyTrace(dice))))
})

export const relations: Readonly<Record<string, Relation>> = {
  "the model says it in other words": {
    agents: [blind],
    keepsChecks: true,
    change: inTraces((trace, dice) => ({
      ...trace,
      final_response: anyText(dice),
      conversation: {
        ...trace.conversation,
        turns: trace.conversation.turns.map((turn) =>
          turn.role === "assistant" ? { ...turn, content: anyText(dice) } : turn
        )
      }
    }))
  },
  "keys are in another order": { agents: everyGate, change: inTraces(withKeysShuffled) },
  "JSON has other white space and escapes": {
    agents: everyGate,
    change: inTraces((trace, dice) => JSON.parse(respelt(JSON.stringify(trace), dice)) as Trace)
  },
  "runs arrive in another order": {
    agents: everyGate,
    keepsChecks: true,
    change: (sample, dice) => ({
      ...sample,
      evidence: sample.evidence.map((one) => ({ ...one, runs: shuffled(dice, one.runs) }))
    })
  },
  "runs have other numbers": {
    agents: everyGate,
    movesRuns: true,
    change: (sample, dice) => ({
      ...sample,
      evidence: sample.evidence.map((one) => ({
        ...one,
        runs: shuffled(dice, one.runs).map((run, at) => ({ ...run, index: at + 1 }))
      }))
    })
  },
  "the server has another name": {
    agents: everyGate,
    change: (sample) => {
      const server = "climate-2"
      return inTraces((trace) => renamed(trace, server))({ ...sample, server }, never)
    }
  },
  "calls have other ids": { agents: everyGate, change: inTraces(renumbered) },
  "a call is made that no gate names": {
    agents: [tolerant],
    change: inTraces((trace, dice) => {
      const at = dice(trace.tool_calls.length + 1)
      const turn = trace.tool_calls[at]?.turn ?? trace.tool_calls.at(-1)?.turn ?? 1
      const call = called("ignored", "list_cities", turn, {})
      return {
        ...trace,
        tool_calls: trace.tool_calls.toSpliced(at, 0, call),
        tool_results: trace.tool_results.toSpliced(at, 0, answered("ignored", { cities: [] }))
      }
    })
  },
  "cells are in another order": {
    agents: [blind, reading, tolerant],
    change: (sample) => ({
      ...sample,
      agents: sample.agents.toReversed(),
      evidence: sample.evidence.toReversed()
    })
  },
  "other cells are added": {
    agents: [reading],
    change: (sample, dice) => {
      const more = sampleOf([blind, tolerant], dice)
      return {
        ...sample,
        agents: [more.agents[0]!, ...sample.agents, more.agents[1]!],
        evidence: [more.evidence[0]!, ...sample.evidence, more.evidence[1]!]
      }
    }
  }
}

function inTraces(change: (trace: Trace, dice: Dice) => Trace): Relation["change"] {
  return (sample, dice) => ({
    ...sample,
    evidence: sample.evidence.map((one) => ({
      ...one,
      runs: one.runs.map((run) => ("trace" in run ? { ...run, trace: change(run.trace, dice) } : run))
    }))
  })
}

const never: Dice = () => 0

function withKeysShuffled(trace: Trace, dice: Dice): Trace {
  const mix = (value: Json): Json =>
    isArray(value)
      ? value.map(mix)
      : isJsonObject(value)
        ? Object.fromEntries(shuffled(dice, Object.entries(value)).map(([key, one]) => [key, mix(one)]))
        : value
  return mix(trace as unknown as Json) as unknown as Trace
}

/** White space between the tokens, and letters of texts written as escapes. */
const respelt = (json: string, dice: Dice): string =>
  json.replace(/"(?:[^"\\]|\\.)*"|[[\]{},:]/g, (token) =>
    token.startsWith('"')
      ? token.replace(/(?<!\\)[a-z]/g, (letter) =>
          dice(20) === 0 ? `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}` : letter
        )
      : `${oneOf(dice, ["", " ", "\n", "\t  "])}${token}${oneOf(dice, ["", " ", "\r\n"])}`
  )

const renamed = (trace: Trace, server: string): Trace => ({
  ...trace,
  tool_calls: trace.tool_calls.map((call) => ({ ...call, server })),
  faults: trace.faults.map((mark) => ({
    ...mark,
    ...(mark.recovered_through !== undefined && {
      recovered_through: mark.recovered_through.map((one) => ({ ...one, server }))
    })
  }))
})

function renumbered(trace: Trace, dice: Dice): Trace {
  const salt = `${dice(1e9)}`
  const idOf = (id: string): string => `call_${salt}_${id.length}${id.slice(1)}`
  return {
    ...trace,
    tool_calls: trace.tool_calls.map((call) => ({ ...call, id: idOf(call.id) })),
    tool_results: trace.tool_results.map((one) => ({ ...one, call_id: idOf(one.call_id) })),
    faults: trace.faults.map((mark) => ({ ...mark, call_id: idOf(mark.call_id) }))
  }
}
