/**
 * Groups items by a key. Groups and items keep the order in which they came. Node 20 has no `Map.groupBy`.
 */
export const groupBy = <A, Key>(items: Iterable<A>, key: (item: A) => Key): ReadonlyMap<Key, ReadonlyArray<A>> => {
  const groups = new Map<Key, Array<A>>()
  for (const item of items) {
    const its = key(item)
    const group = groups.get(its)
    if (group === undefined) groups.set(its, [item])
    else group.push(item)
  }
  return groups
}
