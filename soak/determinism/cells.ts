/**
 * Where an output is made: runtimes, time zones, locales and numbers of concurrent runs, of which no output may depend.
 */
import { type Dice } from "../../bench/workload/dice.ts"
import { everyRuntime, type Runtime } from "../../test/app/everyRuntime.ts"

export const zones = ["UTC", "Pacific/Kiritimati", "America/Anchorage", "Asia/Kathmandu"] as const
export const locales = ["C", "tr_TR.UTF-8", "ar_EG.UTF-8", "de_DE.UTF-8"] as const
export const concurrencies = [1, 2, 7, 64] as const

export interface Cell {
  readonly runtime: Runtime
  readonly zone: (typeof zones)[number]
  readonly locale: (typeof locales)[number]
  readonly concurrency: (typeof concurrencies)[number]
}

/** What every other cell is compared with: one run at a time, so that everything ends in its order. */
export const firstCell: Cell = { runtime: "bun", zone: "UTC", locale: "C", concurrency: 1 }

export const everyCell: ReadonlyArray<Cell> = everyRuntime.flatMap((runtime) =>
  zones.flatMap((zone) =>
    locales.flatMap((locale) => concurrencies.map((concurrency) => ({ runtime, zone, locale, concurrency })))
  )
)

/** Each time zone with each locale once, on a runtime and at a concurrency that are others at each turn. */
export const squareOf = (turn: number): ReadonlyArray<Cell> =>
  zones.flatMap((zone, at) =>
    locales.map((locale, to) => ({
      zone,
      locale,
      runtime: everyRuntime[(at + to + turn) % everyRuntime.length]!,
      concurrency: concurrencies[(at + 2 * to + turn) % concurrencies.length]!
    }))
  )

export const anyCell = (dice: Dice): Cell => everyCell[dice(everyCell.length)]!

export const nameOf = ({ concurrency, locale, runtime, zone }: Cell): string =>
  `${runtime}, TZ=${zone} LC_ALL=${locale} --concurrency ${concurrency}`
