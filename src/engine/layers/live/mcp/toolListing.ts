/**
 * The tools of an open server as it lists them now. After a server has announced a change they are listed once more, when the next run or
 * the next answer of a model needs them: however many changes it announces, it is asked no more often than that.
 */
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import type { Relisting } from "../../../../base/domain/trace/ServerRequests.ts"
import type { OfferedTool } from "../../../../base/domain/plan/Tool.ts"
import { isSame } from "../../../../base/std/differences.ts"
import type { Client } from "./sdk.ts"

export interface News {
  isOutdated: boolean
}

/** Before the tools are listed for the first time, so that no announcement is missed. */
export const followTools = (client: Client): News => {
  const news: News = { isOutdated: false }
  client.setNotificationHandler("notifications/tools/list_changed", () => {
    news.isOutdated = true
  })
  return news
}

/** A change that is announced while the tools are listed is found the next time. */
export const toolListing = <A, E>(news: News, first: A, list: Effect.Effect<A, E>): Effect.Effect<A, E> => {
  const oneAtATime = Semaphore.makeUnsafe(1)
  let listing = first
  return oneAtATime.withPermits(1)(
    Effect.suspend(() => {
      if (!news.isOutdated) return Effect.succeed(listing)
      news.isOutdated = false
      return Effect.map(list, (now) => {
        listing = now
        return now
      })
    })
  )
}

/** By name, in the order in which they are listed. Undefined if the tools are the same. */
export const changeOf = (
  server: string,
  before: ReadonlyArray<OfferedTool>,
  after: ReadonlyArray<OfferedTool>
): Omit<Relisting, "turn"> | undefined => {
  if (before === after) return undefined
  const named = (name: string) => before.find((tool) => tool.name === name)
  const added = after.filter(({ name }) => named(name) === undefined).map(({ name }) => name)
  const removed = before.filter(({ name }) => !after.some((tool) => tool.name === name)).map(({ name }) => name)
  const changed = after
    .filter((tool) => named(tool.name) !== undefined && !isSame({ ...named(tool.name) }, { ...tool }))
    .map(({ name }) => name)
  return added.length + removed.length + changed.length === 0 ? undefined : { server, added, removed, changed }
}
