/**
 * The verdicts of a cell's runs as a strip: a bar per run or, where there are many, per place. The higher the bar, the
 * more of it is red, so that the strip reads without colour.
 */
import { round, shape, type Shape } from "./Shape.ts"

const [WIDTH, HEIGHT, PLACES] = [96, 14, 32]

/** All green. */
const LOW = 6

/** What is red is never too small to be seen. */
const LEAST = 3

/** Takes the letters p, f and n. */
export const runStrip = (letters: string): Shape => {
  const size = Math.max(1, Math.ceil(letters.length / PLACES))
  const places = Array.from({ length: Math.ceil(letters.length / size) }, (_, at) =>
    letters.slice(at * size, (at + 1) * size)
  )
  const step = Math.min(7, WIDTH / Math.max(1, places.length))
  return shape(
    "svg",
    { width: round(Math.max(1, places.length * step)), height: HEIGHT, "aria-hidden": "true", class: "strip" },
    ...places.flatMap((runs, at) => {
      const bar = (height: number, kind: string): Shape =>
        shape("rect", {
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
