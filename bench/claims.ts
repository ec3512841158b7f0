/**
 * What is promised of passhat's speed, beside what was measured of it.
 */
import { LIMIT, LIMIT_PARSE, mcpmarkOn, passhatOn, weatherOn } from "./contestants.ts"
import type { Row } from "./measure/interleave.ts"
import {
  grouped,
  megabytesOf,
  NOT_MEASURED,
  ratio,
  secondsOf,
  shownMegabytes,
  sizesOf,
  table,
  times
} from "./measure/tables.ts"
import { libraries, runners } from "./peers.ts"
import { COLD_FLAGS } from "./sections.ts"
import { MILLION } from "./workload/shelf.ts"

/** Rows by section: only what was measured in turns is compared. */
export type Measured = Readonly<Partial<Record<string, ReadonlyArray<Row>>>>

interface Claim {
  readonly what: string
  readonly value: number | undefined
  readonly shown: (value: number | undefined) => string
  readonly bound: { readonly atMost: number } | { readonly atLeast: number }
  readonly moonshot?: number
}

export const claimsTable = (measured: Measured): string =>
  table(
    ["", "measured", "asked", "holds"],
    claimsOf(measured).map(({ bound, moonshot, shown, value, what }) => [
      what,
      shown(value),
      `${"atMost" in bound ? "at most" : "at least"} ${shown("atMost" in bound ? bound.atMost : bound.atLeast)}${
        moonshot === undefined ? "" : ` (moonshot ${shown(moonshot)})`
      }`,
      value === undefined ? NOT_MEASURED : holds(value, bound) ? "yes" : "no"
    ])
  )

const holds = (value: number, bound: Claim["bound"]): boolean =>
  "atMost" in bound ? value <= bound.atMost : value >= bound.atLeast

const claimsOf = ({
  cold = [],
  mcpmark = [],
  million = [],
  peers = [],
  scale = []
}: Measured): ReadonlyArray<Claim> => {
  const passhat = passhatOn("Bun")
  const weather = secondsOf(cold, weatherOn("Bun"), 1)
  const at10k = secondsOf(peers, passhat, 10_000)
  const behind = (name: string): number | undefined => ratio(secondsOf(peers, name, 10_000), at10k)
  const perTrace = (count: number): number | undefined => ratio(secondsOf(million, passhat, count), count)
  return [
    {
      what: "cold start, weather suite on Bun / bare script",
      value: ratio(weather, secondsOf(cold, LIMIT, 1)),
      shown: times,
      bound: { atMost: 5.8 },
      moonshot: 4
    },
    ...COLD_FLAGS.map((flags): Claim => ({
      what: `cold start, the same with \`${flags.join(" ")}\` / bare script`,
      value: ratio(secondsOf(cold, weatherOn("Bun", flags.join(" ")), 1), secondsOf(cold, LIMIT, 1)),
      shown: times,
      bound: { atMost: 6.5 },
      moonshot: 4
    })),
    {
      what: "cold start, fastest runner among the peers / weather suite on Bun",
      value: ratio(least(runners.map((name) => secondsOf(cold, name, 1))), weather),
      shown: times,
      bound: { atLeast: 15 }
    },
    {
      what: "10,000 traces, passhat on Bun / bare script",
      value: ratio(secondsOf(scale, passhat, 10_000), secondsOf(scale, LIMIT, 10_000)),
      shown: times,
      bound: { atMost: 2.2 },
      moonshot: 1.5
    },
    ...libraries.map((name): Claim => ({
      what: `10,000 traces, ${name} in a bare script / passhat`,
      value: behind(name),
      shown: times,
      bound: { atLeast: 1 }
    })),
    {
      what: "10,000 traces, vitest-evals / passhat",
      value: behind("vitest-evals"),
      shown: times,
      bound: { atLeast: 12 }
    },
    { what: "10,000 traces, promptfoo / passhat", value: behind("promptfoo"), shown: times, bound: { atLeast: 30 } },
    {
      what: "10,000 traces, peak memory on Bun",
      value: megabytesOf(scale, passhat, 10_000),
      shown: shownMegabytes,
      bound: { atMost: 150 }
    },
    {
      what: "a million traces, time per trace / the same at 10,000",
      value: ratio(perTrace(MILLION), perTrace(10_000)),
      shown: times,
      bound: { atMost: 1.3 }
    },
    {
      what: "a million traces, peak memory on Bun",
      value: megabytesOf(million, passhat, MILLION),
      shown: shownMegabytes,
      bound: { atMost: 300 }
    },
    ...(mcpmark.length === 0 ? [0] : sizesOf(mcpmark)).map((count): Claim => ({
      what: `${count === 0 ? "" : `${grouped(count)} `}real recordings, passhat on Bun / bare script that parses every line`,
      value: ratio(secondsOf(mcpmark, mcpmarkOn("Bun", "all green"), count), secondsOf(mcpmark, LIMIT_PARSE, count)),
      shown: times,
      bound: { atMost: 5 }
    }))
  ]
}

/** Of those that were measured. */
const least = (values: ReadonlyArray<number | undefined>): number | undefined => {
  const measured = values.filter((value) => value !== undefined)
  return measured.length === 0 ? undefined : Math.min(...measured)
}
