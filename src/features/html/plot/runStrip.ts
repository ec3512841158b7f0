/**
 * The verdicts of a cell's runs as a strip. A bar per run: a higher bar is red, so that the strip can be read without colour.
 * With many runs a bar stands for a group, and its red part is the share of the group's runs that failed.
 */
import { groupsOf } from "../../../edges/report/text/runGroups.ts"
import { round, svgNode, type SvgNode } from "./Svg.ts"

const [WIDTH, HEIGHT, PLACES] = [96, 14, 32]

/** The height of the bar of a green run. */
const LOW = 6

/** The height at which the smallest share can be seen. */
const LEAST = 1

const verdicts = { p: "pass", f: "fail", n: "none" } as const

/** `letters` has a p, f or n per run. */
export const runStrip = (letters: string): SvgNode => {
  const groups = groupsOf(
    [...letters].map((letter) => verdicts[letter as keyof typeof verdicts]),
    PLACES
  )
  const step = Math.min(7, WIDTH / Math.max(1, groups.length))
  return svgNode(
    "svg",
    { width: round(Math.max(1, groups.length * step)), height: HEIGHT, "aria-hidden": "true", class: "strip" },
    ...groups.flatMap(({ fail, none, pass }, at) => {
      const all = fail + none + pass
      const bar = (height: number, kind: string): SvgNode =>
        svgNode("rect", {
          x: round(at * step),
          y: round(HEIGHT - height),
          width: round(Math.max(1, step - 1.5)),
          height: round(height),
          class: `bar ${kind}`
        })
      const part = (runs: number): number => Math.max(LEAST, (runs / all) * HEIGHT)
      return [
        ...(pass > 0 ? [bar(letters.length > PLACES ? HEIGHT : LOW, "pass")] : []),
        ...(none > 0 ? [bar(part(none + fail), "none")] : []),
        ...(fail > 0 ? [bar(part(fail), "fail")] : [])
      ]
    })
  )
}
