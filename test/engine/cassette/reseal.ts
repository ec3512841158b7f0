/** An edit of a recording by a hand that computes checksums: finds what a reader refuses beside them. */
import { sealer } from "../../../src/engine/cassette/checksums.ts"

/** The text with the checksums that its lines should have. A line that is no object stays as it is. */
export const resealed = (text: string): string => {
  const { end, seal } = sealer()
  const lines = bareLines(text)
  return lines.map((line) => (line.startsWith("{") && line.endsWith("\n") ? seal(line) : line)).join("") + end()
}

/** A recording as version 2 had it. */
export const unsealed = (text: string): string =>
  bareLines(text)
    .join("")
    .replace(/"version":3\}\n/, '"version":2}\n')

/** The lines without their checksums, each with its line feed. The last line, which only has a checksum, is left out. */
export const bareLines = (text: string): ReadonlyArray<string> =>
  text
    .split(/(?<=\n)/)
    .filter((line) => !END.test(line))
    .map((line) => line.replace(LEAD, "{"))

const LEAD = /^\{"checksum":"\w{16}",/
const END = /^\{"checksum":"\w{16}","runs":\d+\}\r?\n$/
