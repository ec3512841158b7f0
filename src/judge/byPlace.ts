/**
 * Lists in which each run has its place, whichever comes first.
 */

/** What is between the last place that is taken and this one is undefined: a list with holes is slow, and large. */
export const put = <A>(list: Array<A | undefined>, index: number, value: A): void => {
  while (list.length < index) list.push(undefined)
  list[index - 1] = value
}

/** Puts what another list has into one that lacks it. */
export const fill = <A>(list: Array<A | undefined>, other: ReadonlyArray<A | undefined>): void => {
  for (const [at, value] of other.entries()) if (value !== undefined) put(list, at + 1, value)
}
