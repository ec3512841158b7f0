/**
 * Groups items by a key. Groups and items keep the order in which they came. Node 20 has no `Map.groupBy`.
 */
export const groupBy = <A, Key>(items: ReadonlyArray<A>, key: (item: A) => Key): ReadonlyMap<Key, ReadonlyArray<A>> => {
  const groups = new Map<Key, Array<A>>()
  for (const item of items) {
    const group = groups.get(key(item))
    if (group === undefined) groups.set(key(item), [item])
    else group.push(item)
  }
  return groups
}
