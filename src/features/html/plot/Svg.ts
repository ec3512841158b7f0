/**
 * An SVG drawing as data. `draw` in page/dom.ts turns it into elements.
 */
export interface SvgNode {
  readonly tag: "svg" | "g" | "rect" | "line" | "path" | "circle" | "text" | "title"
  readonly attributes: Readonly<Record<string, string | number>>
  readonly children: ReadonlyArray<SvgNode | string>
}

export const svgNode = (
  tag: SvgNode["tag"],
  attributes: SvgNode["attributes"],
  ...children: ReadonlyArray<SvgNode | string>
): SvgNode => ({ tag, attributes, children })

/** A drawing that scales with its container and has a label for screen readers. */
export const drawing = (width: number, height: number, label: string, ...children: ReadonlyArray<SvgNode>): SvgNode =>
  svgNode("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label, class: "plot" }, ...children)

/** The text of an axis. */
export const note = (x: number, y: number, text: string, anchor: "start" | "middle" | "end" = "start"): SvgNode =>
  svgNode("text", { x: round(x), y: round(y), "text-anchor": anchor, class: "note" }, text)

/** Two decimals are finer than any screen. */
export const round = (value: number): number => Math.round(value * 100) / 100
