/**
 * The runs of a recording that hold the same, found by a number for the content of each: a million runs need 16 MB.
 */
import { type RunIndices, runIndices } from "./runIndices.ts"

export const identicalRuns = () => {
  const indices: Array<number> = []
  const contents: Array<number> = []
  return {
    add: (index: number, content: number): void => {
      indices.push(index)
      contents.push(content)
    },
    /** Groups of two runs or more, in the order of their first runs. */
    found: (): ReadonlyArray<RunIndices> => {
      const sorted = Float64Array.from(contents).toSorted()
      const repeated = new Set(sorted.filter((content, at) => content === sorted[at - 1]))
      const groups = new Map([...repeated].map((content) => [content, runIndices()]))
      if (groups.size > 0) contents.forEach((content, at) => groups.get(content)?.add(indices[at]!))
      const firsts = contents.filter((content) => repeated.delete(content))
      return firsts.map((content) => groups.get(content)!)
    }
  }
}
