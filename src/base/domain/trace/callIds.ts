/**
 * Ids of calls, each given once in a run. Some servers send empty ids, or the same ids with every answer; the results of such
 * calls are paired with them by their order.
 */

/** Gives each call an id: the one that it came with, or another if that is empty or taken. `earlier` ids are taken. */
export const callIds = (earlier: ReadonlyArray<string> = []): ((id: string) => string) => {
  const taken = new Set(earlier)
  const repeats = new Map<string, number>()
  let calls = earlier.length
  return (id) => {
    calls++
    const wanted = id === "" ? `call-${calls}` : id
    let free = wanted
    while (taken.has(free)) {
      const next = (repeats.get(wanted) ?? 1) + 1
      repeats.set(wanted, next)
      free = `${wanted}-${next}`
    }
    taken.add(free)
    return free
  }
}

/** The calls with their ids, and each result with the id of its call: the nth result of an id is that of the nth call. */
export const withCallIds = <Call extends { readonly id: string }, Result extends { readonly call_id: string }>(
  calls: ReadonlyArray<Call>,
  results: ReadonlyArray<Result>,
  give = callIds()
): { readonly calls: ReadonlyArray<Call>; readonly results: ReadonlyArray<Result> } => {
  const owners = new Map<string, Array<string>>()
  const named = calls.map((call) => {
    const id = give(call.id)
    const ids = owners.get(call.id)
    if (ids === undefined) owners.set(call.id, [id])
    else ids.push(id)
    return id === call.id ? call : { ...call, id }
  })
  const met = new Map<string, number>()
  /** A result too many must not count for any of the calls: it could hide that one of them failed. */
  const ownerOf = (id: string): string => {
    const ids = owners.get(id)
    if (ids === undefined || (ids.length === 1 && ids[0] === id)) return id
    const at = met.get(id) ?? 0
    met.set(id, at + 1)
    return ids[at] ?? give(id)
  }
  return {
    calls: named,
    results: results.map((result) => {
      const call_id = ownerOf(result.call_id)
      return call_id === result.call_id ? result : { ...result, call_id }
    })
  }
}
