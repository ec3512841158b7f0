/**
 * An earlier recording of the weather, in which the agent did something else: run 1 is the same, run 2 asked for another city, run 3
 * was answered otherwise, run 4 looked twice, run 5 closed with other words.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Header, RecordedRun } from "../../../src/base/domain/recording/Cassette.ts"
import { formatCassette } from "../../../src/engine/layers/record/writeCassette.ts"
import { root } from "../../app/project.ts"

export const SONNET = "cassettes/weather/asks-for-the-weather/claude-sonnet-4-5.jsonl"
export const EARLIER = "earlier/weather.jsonl"

export const sonnet = (): { readonly header: Header; readonly runs: ReadonlyArray<RecordedRun> } => {
  const [header, ...runs] = readFileSync(join(root, SONNET), "utf8").trim().split("\n").slice(0, -1)
  return { header: bare<Header>(header), runs: runs.map((line) => bare<RecordedRun>(line)) }
}

/** A line without its checksum. */
const bare = <A>(line = ""): A => {
  const { checksum: _, ...rest } = JSON.parse(line)
  return rest as A
}

/** `closing` is what run 5 says. */
export const earlierRecording = (closing = "It was 21 degrees in Sacramento."): string => {
  const { header, runs } = sonnet()
  const [one, two, three, four, five] = runs
  return formatCassette(header, [
    one!,
    withText(two!, `"Sacramento"`, `"Davis"`),
    withText(three!, `celsius\\":21`, `celsius\\":25`),
    {
      ...four!,
      exchanges: [
        ...four!.exchanges.slice(0, 4),
        ...withText(four!, "toolu_r4", "toolu_again").exchanges.slice(2, 4),
        four!.exchanges[4]!
      ]
    },
    withText(five!, "It is 21 degrees and clear in Sacramento now, and it will be 19 tomorrow.", closing)
  ])
}

/** Closing words are text of a model: they are put in as JSON. */
const withText = (run: RecordedRun, from: string, to: string): RecordedRun =>
  JSON.parse(
    JSON.stringify(run).replaceAll(from, () => (from.startsWith("It ") ? JSON.stringify(to).slice(1, -1) : to))
  ) as RecordedRun
