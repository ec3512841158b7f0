/**
 * Keeps what was made of a word: the same words and names recur in every run.
 */

/** Bounds what is kept, whatever is read. */
const MOST = 10_000
const LONGEST = 40

export const kept = <A>(make: (word: string) => A): ((word: string) => A) => {
  const known = new Map<string, A>()
  return (word) => {
    const before = known.get(word)
    if (before !== undefined) return before
    const made = make(word)
    if (known.size >= MOST) known.clear()
    if (word.length <= LONGEST) known.set(word, made)
    return made
  }
}

/** One for each key, such as the words that it is read with. */
export const keptFor = <K extends object, A>(make: (key: K) => A): ((key: K) => A) => {
  const known = new WeakMap<K, A>()
  return (key) => {
    const made = known.get(key) ?? make(key)
    known.set(key, made)
    return made
  }
}
