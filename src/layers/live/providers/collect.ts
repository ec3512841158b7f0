/**
 * Everything that a stream gives, once it has ended.
 */
export const collect = async <A>(stream: AsyncIterable<A>): Promise<ReadonlyArray<A>> => {
  const all: Array<A> = []
  for await (const one of stream) all.push(one)
  return all
}
