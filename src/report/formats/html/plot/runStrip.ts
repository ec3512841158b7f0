/**
 * The verdicts of a cell's runs as a strip: a bar per run or, with many runs, per group of runs. A higher bar has more red
 * runs, so that the strip can be read without colour.
 */
import { round, svgNode, type SvgNode } from "./Svg.ts"

const [WIDTH, HEIGHT, PLACES] = [96, 14, 32]

/** The height of a green bar. */
const LOW = 6

/** The smallest height of a red bar. */
const LEAST = 3

/** `letters` has a p, f or n per run. */
export const runStrip = (letters: string): SvgNode => {
  const size = Math.max(1, Math.ceil(letters.length / PLACES))
  const places = Array.from({ length: Math.ceil(letters.length / size) }, (_, at) =>
    letters.slice(at * size, (at + 1) * size)
  )
  const step = Math.min(7, WIDTH / Math.max(1, places.length))
  return svgNode(
    "svg",
    { width: round(Math.max(1, places.length * step)), height: HEIGHT, "aria-hidden": "true", class: "strip" },
    ...places.flatMap((runs, at) => {
      const bar = (height: number, kind: string): SvgNode =>
        svgNode("rect", {
          x: round(at * step),
          y: round(HEIGHT - height),
          width: round(Math.max(1, step - 1.5)),
          height: round(height),
          class: `bar ${kind}`
        })
      const share = (letter: string): number => runs.split(letter).length - 1
      const red = (count: number): number => Math.max(LEAST, (count / runs.length) * HEIGHT)
      return [
        ...(share("p") > 0 ? [bar(LOW, "pass")] : []),
        ...(share("n") > 0 ? [bar(red(share("n") + share("f")), "none")] : []),
        ...(share("f") > 0 ? [bar(red(share("f")), "fail")] : [])
      ]
    })
  )
}
