/**
 * Faults: injected ones in virtual time against a reference, and real ones of real servers on the wall clock.
 */
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import * as LiveTools from "../../src/engine/layers/live/toolHub.ts"
import { cell } from "../../test/engine/layers/recordings.ts"
import type { Soak, SoakOptions } from "../Soak.ts"
import { brokenHttp, realFaults, tryReal } from "./real.ts"
import { transports } from "./transports.ts"
import { armedDuring, CELL, matrix, schedules, scripted, tryVirtual } from "./virtual.ts"

const SCHEDULES = { short: 200, long: 30_000 }
/** How often every real fault is tried. */
const ROUNDS = { short: 1, long: 10 }
/** Real faults that are tried at once. */
const AT_ONCE = 14
/** Far more than any of them needs, and far less than what their servers would send. */
const MOST_MIB = 512

export const soak: Soak = {
  name: "faults",
  promise:
    "An injected fault is marked to the millisecond as an independent model says, with no real timer, over every transport; a real fault of a server ends in time with an answer, an error of the call or a sentence about the run, is reported if it breaks the protocol, and never answers another call.",
  trials: "schedules of injected faults and real faults",
  sabotages: [
    {
      name: "offByOne",
      breaks: "an answer exactly at the end of the agent's patience is too late",
      file: "src/engine/agentLoop/faults.ts",
      find: "timed_out: delay > budget",
      put: "timed_out: delay >= budget"
    },
    {
      name: "stringId",
      breaks: 'the reply "1" answers request 1',
      file: "src/engine/layers/live/mcp/matchReplies.ts",
      find: "if (open.delete(id)) {",
      put: "if (open.delete(Number(id))) {"
    },
    {
      name: "noViolations",
      breaks: "what a server sends against the protocol is not reported",
      file: "src/engine/run/perform.ts",
      find: "...(violations.length > 0 && { violations }),",
      put: ""
    },
    {
      name: "endlessReconnects",
      breaks: "the stream of a server is asked for again without end",
      file: "src/engine/layers/live/mcp/httpLink.ts",
      find: "if (++reconnects <= RECONNECTS * requests.open())",
      put: "if (++reconnects > 0)"
    },
    {
      name: "unboundedLine",
      breaks: "a line of a server has no limit",
      file: "src/engine/layers/live/mcp/lineReader.ts",
      find: "export const MESSAGE_LIMIT = 16 * 1024 * 1024",
      put: "export const MESSAGE_LIMIT = 2 ** 40"
    },
    {
      name: "noDeadline",
      breaks: "a call has no deadline",
      file: "src/engine/run/callWithTimeout.ts",
      find: "Effect.timeoutOrElse({ duration, orElse: () => Effect.succeed(timedOut(duration)) }),",
      put: ""
    }
  ],
  run: async ({ long, say, seed }) => {
    const form = long ? "long" : "short"
    const virtual = await virtualTrials(SCHEDULES[form], seed)
    say(`${virtual.tried} schedules of injected faults`)
    const real = await realTrials(ROUNDS[form], say)
    return {
      tried: virtual.tried + real.tried,
      offences: [...virtual.offences, ...real.offences],
      figures: {
        "schedules of injected faults": virtual.tried,
        "simulated hours": virtual.hours,
        "kinds of real faults": realFaults.length,
        "real faults": real.tried,
        "growth of memory under real faults": `${real.mib} MiB`
      }
    }
  }
}

const virtualTrials = async (count: number, seed: number) => {
  const all = [...matrix, ...fc.sample(schedules, { seed, numRuns: count })]
  const { armed, value } = await armedDuring(cell.run_timeout_ms, () =>
    Effect.runPromise(Effect.forEach(all, tryVirtual).pipe(Effect.provide(scripted)))
  )
  await using over = await transports()
  const transported = await Promise.all(
    over.connections.map(async ([name, connection]) => {
      const hub = LiveTools.layer(new Map([[CELL, [connection]]]), process.env)
      const tried = await Effect.runPromise(Effect.forEach(matrix, tryVirtual).pipe(Effect.provide(hub)))
      return tried.flatMap(({ offences }) => offences.map((offence) => `Over ${name}: ${offence}`))
    })
  )
  const hours = value.reduce((sum, { virtual_ms }) => sum + virtual_ms, 0) / 3_600_000
  return {
    tried: all.length + matrix.length * over.connections.length,
    hours: Math.round(hours),
    offences: [
      ...value.flatMap(({ offences }) => offences),
      ...transported.flat(),
      ...(armed.length > 0 ? [`Virtual time armed ${armed.length} real timers, the first of ${armed[0]} ms.`] : [])
    ]
  }
}

const realTrials = async (rounds: number, say: SoakOptions["say"]) => {
  await using server = await brokenHttp()
  const before = process.memoryUsage.rss()
  let peak = before
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20)
  const offences: Array<string> = []
  for (let trial = 1; trial <= rounds; trial++) {
    // The slow ones first, since they wait for most of their time.
    const queue = realFaults.toSorted((a, b) => Number(b.ends === "timeout") - Number(a.ends === "timeout"))
    const work = async (): Promise<void> => {
      for (let fault = queue.shift(); fault !== undefined; fault = queue.shift()) {
        offences.push(...(await tryReal(fault, trial, server.url)))
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    say(`${trial} of ${rounds} rounds of ${realFaults.length} real faults, ${offences.length} offences`)
  }
  clearInterval(watch)
  const mib = Math.round((peak - before) / 2 ** 20)
  if (mib > MOST_MIB) offences.push(`Memory grew by ${mib} MiB under real faults, promised are at most ${MOST_MIB}.`)
  return { tried: rounds * realFaults.length, mib, offences }
}
