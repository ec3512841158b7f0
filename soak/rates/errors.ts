/**
 * Every error of every provider with every wait that it may ask for, on a clock that records waits and skips them.
 */
import { type Kind, kinds, ask } from "../../test/edges/providers/asking.ts"
import { startStandin } from "../../test/standin/standin.ts"
import { requests, shapes, waitsFor } from "./table.ts"

const script = { turns: [{ text: "Warm.", usage: { input: 10, output: 2 } }] }

interface Trial {
  readonly kind: Kind
  readonly what: string
  readonly offences: () => Promise<ReadonlyArray<string>>
}

/** The short form asks one provider with each error and wait, in rotation, and all of them about errors in a stream. */
export const errorTrials = (long: boolean): ReadonlyArray<Trial> =>
  shapes
    .flatMap((shape) =>
      requests.map(([headers, waits]) => ({ shape, headers, waits: waitsFor(shape, headers, waits) }))
    )
    .flatMap(({ headers, shape, waits }, at) => {
      if (waits === undefined) return []
      const asked = long || shape.streamed === true ? kinds : kinds.slice(at % kinds.length, (at % kinds.length) + 1)
      return asked.map((kind): Trial => {
        const what = `${kind}, ${shape.name}, ${JSON.stringify(headers)}`
        return {
          kind,
          what,
          offences: async () => {
            const standin = await startStandin({ scripts: () => [script], faults: () => shape.fault(headers) })
            const seen = await ask({ kind, url: standin.url, stream: shape.streamed ?? false })
            await standin.close()
            const isAsPromised =
              seen.answer._tag === "Failure" &&
              standin.requests.length === waits.length + 1 &&
              seen.waits.length === waits.length &&
              seen.waits.every((wait, nth) => wait >= waits[nth]![0] && wait <= waits[nth]![1])
            return isAsPromised
              ? []
              : [
                  `${what}: asked ${standin.requests.length} times with the waits ${JSON.stringify(seen.waits)}, promised were ${waits.length + 1} times with waits between ${JSON.stringify(waits)}.`
                ]
          }
        }
      })
    })
