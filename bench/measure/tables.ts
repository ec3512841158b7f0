/**
 * The arithmetic and the tables of the results: medians, ratios, and what was not measured said so.
 */
import type { Row } from "./interleave.ts"

export const median = (numbers: ReadonlyArray<number>): number | undefined => {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return sorted.length % 2 === 1
    ? sorted[Math.floor(middle)]
    : sorted.length === 0
      ? undefined
      : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** The median seconds of a contestant at a size. */
export const secondsOf = (rows: ReadonlyArray<Row>, contestant: string, count: number): number | undefined =>
  median(find(rows, contestant, count)?.seconds ?? [])

/** The most megabytes that a contestant had at a size. */
export const megabytesOf = (rows: ReadonlyArray<Row>, contestant: string, count: number): number | undefined => {
  const { megabytes = [] } = find(rows, contestant, count) ?? {}
  return megabytes.length === 0 ? undefined : Math.max(...megabytes)
}

export const ratio = (above: number | undefined, below: number | undefined): number | undefined =>
  above === undefined || below === undefined || below === 0 ? undefined : above / below

/** How many times as long as the base each contestant takes, at each size. */
export const ratioTable = (rows: ReadonlyArray<Row>, base: string): string =>
  grid(rows, (contestant, count) => times(ratio(secondsOf(rows, contestant, count), secondsOf(rows, base, count))))

export const secondsTable = (rows: ReadonlyArray<Row>): string =>
  grid(rows, (contestant, count) => shownSeconds(secondsOf(rows, contestant, count)))

/** What the work costs when others want the cores too; more than the wall says where several are used at once. */
export const cpuTable = (rows: ReadonlyArray<Row>): string =>
  grid(rows, (contestant, count) => shownSeconds(median(find(rows, contestant, count)?.cpu ?? [])))

export const megabytesTable = (rows: ReadonlyArray<Row>): string =>
  grid(rows, (contestant, count) => shownMegabytes(megabytesOf(rows, contestant, count)))

/** The sizes at which rows were measured, ascending. */
export const sizesOf = (rows: ReadonlyArray<Row>): ReadonlyArray<number> =>
  [...new Set(rows.map(({ count }) => count))].toSorted((a, b) => a - b)

/** A row a contestant, a column a size. */
const grid = (rows: ReadonlyArray<Row>, cell: (contestant: string, count: number) => string): string => {
  const counts = sizesOf(rows)
  const contestants = [...new Set(rows.map(({ contestant }) => contestant))]
  return table(
    ["", ...counts.map(grouped)],
    contestants.map((contestant) => [contestant, ...counts.map((count) => cell(contestant, count))])
  )
}

export const table = (head: ReadonlyArray<string>, body: ReadonlyArray<ReadonlyArray<string>>): string =>
  [head, head.map((_, at) => (at === 0 ? "---" : "---:")), ...body]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n")

export const NOT_MEASURED = "not measured"

export const times = (value: number | undefined): string => (value === undefined ? NOT_MEASURED : `${digits(value)} x`)
export const shownSeconds = (value: number | undefined): string =>
  value === undefined ? NOT_MEASURED : `${value < 10 ? value.toFixed(3) : value.toFixed(1)} s`
export const shownMegabytes = (value: number | undefined): string =>
  value === undefined ? NOT_MEASURED : `${Math.round(value)} MB`

/** 10,000, whatever the locale. */
export const grouped = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ",")

const digits = (value: number): string =>
  Number.isInteger(value) ? String(value) : value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)

const find = (rows: ReadonlyArray<Row>, contestant: string, count: number): Row | undefined =>
  rows.find((row) => row.contestant === contestant && row.count === count)
