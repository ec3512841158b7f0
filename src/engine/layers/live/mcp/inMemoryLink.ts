/**
 * A link to a server in this process. Its messages are serialized to JSON, as on any other link.
 */
import * as Effect from "effect/Effect"
import type { InMemoryServer } from "../../../services/Connection.ts"
import type { Link } from "./Link.ts"
import { matchReplies } from "./matchReplies.ts"
import type { Sdk } from "./sdk.ts"
import { collectViolations } from "./violations.ts"

export const inMemoryLink = Effect.fnUntraced(function* (
  sdk: Sdk,
  makeServer: () => InMemoryServer
): Effect.fn.Return<Link, string> {
  const [ours, theirs] = sdk.InMemoryTransport.createLinkedPair()
  const send = theirs.send.bind(theirs)
  theirs.send = async (message, options) => send(JSON.parse(JSON.stringify(message)), options)
  yield* Effect.tryPromise({ try: async () => makeServer().connect(theirs as never), catch: String })
  const violations = collectViolations()
  matchReplies(ours, violations)
  return { transport: ours, violations, hasEnded: () => false, diagnosis: Effect.succeed(""), endSession: Effect.void }
})
