/**
 * What reports of the same runs have in common, wherever the runs come from.
 */

/** What a json report says of each run, without the times and places of its recordings. */
export const verdictsOf = (report: string): unknown =>
  JSON.parse(report).suites.map(
    ({ cells, verdict }: { cells: ReadonlyArray<Record<string, unknown>>; verdict: unknown }) => [
      verdict,
      cells.map(({ gates, id, runs, verdict: of }) => [id, of, gates, runs])
    ]
  )
