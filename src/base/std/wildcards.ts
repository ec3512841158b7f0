/**
 * Patterns with wildcards: `*` is any text, `?` is one character, and everything else is itself.
 */

/** Looks at each character of the text at most once for each `*`. */
export const matchesWildcards = (pattern: string, text: string): boolean => {
  const [asked, given] = [Array.from(pattern), Array.from(text)]
  let [at, from] = [0, 0]
  /** The last `*`, and where the text that it takes ends so far. */
  let star: { readonly at: number; end: number } | undefined
  while (from < given.length) {
    if (asked[at] === "*") star = { at: at++, end: from }
    else if (asked[at] === "?" || asked[at] === given[from]) {
      at++
      from++
    } else if (star === undefined) return false
    else {
      at = star.at + 1
      from = ++star.end
    }
  }
  return asked.slice(at).every((one) => one === "*")
}
