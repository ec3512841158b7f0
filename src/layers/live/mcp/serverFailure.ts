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
    return infrastructure(`The server ${connection.name} ${what}: ${[...sentences].join(" ")}`, hintFor(connection))
  }

const hintFor = (connection: Connection): string => {
  if ("command" in connection) return `Start it by hand to see more: ${connection.command.join(" ")}`
  if ("url" in connection) return `See whether it answers at ${connection.url.split("?", 1)[0]}`
  return "It runs in this process: see the function that makes it."
}
