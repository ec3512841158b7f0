/**
 * The message for a server that failed: which one, at what, why, and how to find out more.
 */
import type { Connection } from "../../../services/Connection.ts"
import type { Infrastructure } from "../../../services/Infrastructure.ts"
import { infrastructure } from "../infrastructure.ts"
import { errorSentence } from "./errorText.ts"

export const serverFailure =
  (connection: Connection) =>
  (what: string, why: unknown, diagnosis = ""): Infrastructure => {
    // A link's diagnosis may be the error itself, which is printed once.
    const sentences = new Set([errorSentence(why), diagnosis].filter((part) => part !== ""))
    return infrastructure(
      `The server ${connection.name} ${what}: ${[...sentences].join(" ")}`,
      hintFor(connection, statusOf(why))
    )
  }

/** The HTTP status of an error of the SDK, if it has one. */
export const statusOf = (error: unknown): unknown =>
  error instanceof Error && "status" in error ? error.status : undefined

const UNAUTHORIZED =
  "passhat does not sign in by OAuth: get a token of the server, and give it in a header, such as " +
  "headers: { Authorization: `Bearer ${process.env.TOKEN}` } of server(...), or --header of types and init."

const OLDER_TRANSPORT =
  "Is it the address of streamable HTTP? passhat does not speak the older HTTP+SSE: start a bridge to such a server as its command, like npx mcp-remote <url>."

const hintFor = (connection: Connection, status: unknown): string => {
  if ("url" in connection && status === 401) return UNAUTHORIZED
  if ("url" in connection && (status === 404 || status === 405)) return OLDER_TRANSPORT
  if ("command" in connection) return `Start it by hand to see more: ${connection.command.join(" ")}`
  if ("url" in connection) return `See whether it answers at ${connection.url.split("?", 1)[0]}`
  return "It runs in this process: see the function that makes it."
}
