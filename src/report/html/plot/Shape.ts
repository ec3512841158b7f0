/**
 * A drawing as data: elements of SVG with their attributes, drawn by whoever has a document.
 */
export interface Shape {
  readonly tag: "svg" | "g" | "rect" | "line" | "path" | "circle" | "text" | "title"
  readonly attributes: Readonly<Record<string, string | number>>
  readonly children: ReadonlyArray<Shape | string>
}

export const shape = (
  tag: Shape["tag"],
  attributes: Shape["attributes"],
  ...children: ReadonlyArray<Shape | string>
): Shape => ({ tag, attributes, children })

/** A drawing that scales with its place and says what it shows to those who cannot see it. */
export const drawing = (width: number, height: number, label: string, ...children: ReadonlyArray<Shape>): Shape =>
  shape("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label, class: "plot" }, ...children)

/** Text of an axis. */
export const note = (x: number, y: number, text: string, anchor: "start" | "middle" | "end" = "start"): Shape =>
  shape("text", { x: round(x), y: round(y), "text-anchor": anchor, class: "note" }, text)

/** Two decimals are finer than any screen. */
export const round = (value: number): number => Math.round(value * 100) / 100

/** Values in as many places as a plot has, each by its most telling value. Nothing that stands out is averaged away. */
export const buckets = <A>(
  values: ReadonlyArray<A>,
  places: number,
  most: (a: A, b: A) => A
): ReadonlyArray<{ readonly from: number; readonly to: number; readonly value: A }> => {
  const size = Math.ceil(values.length / places)
  return Array.from({ length: size === 0 ? 0 : Math.ceil(values.length / size) }, (_, at) => {
    const part = values.slice(at * size, (at + 1) * size)
    return { from: at * size, to: at * size + part.length - 1, value: part.reduce(most) }
  })
}
