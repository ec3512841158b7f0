/**
 * A part of the test files: `2/4` is the second of four. Neighbours go to different parts, since what is slow lies side by side.
 */
import assert from "node:assert/strict"

export const ofShard = <A>(files: ReadonlyArray<A>, shard = "1/1"): ReadonlyArray<A> => {
  const [, part = "", of = ""] = /^(\d+)\/(\d+)$/.exec(shard) ?? []
  assert.ok(Number(part) >= 1 && Number(part) <= Number(of), `--shard is "${shard}", expected one like 1/4.`)
  return files.filter((_, at) => at % Number(of) === Number(part) - 1)
}
