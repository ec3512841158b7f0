/**
 * A server that failed as a server: which one, at what, why, and how to find out more.
 */
import { issue } from "../../../domain/issues.ts"
import type { Connection } from "../../../services/Connection.ts"
import { Infrastructure } from "../../../services/Infrastructure.ts"
import { sentence } from "./words.ts"

export const brokenServer =
  (connection: Connection) =>
  (what: string, why: unknown, account = ""): Infrastructure => {
    // The account of a link may end with the very error that is told already.
    const sentences = new Set([sentence(why), account].filter((part) => part !== ""))
    const message = `The server ${connection.name} ${what}: ${[...sentences].join(" ")}`
    return new Infrastructure({ issue: issue("INFRASTRUCTURE", message, hintFor(connection)) })
  }

const hintFor = (connection: Connection): string => {
  if ("command" in connection) return `Start it by hand to see more: ${connection.command.join(" ")}`
  if ("url" in connection) return `See whether it answers at ${connection.url.split("?", 1)[0]}`
  return "It runs in this process: see the function that makes it."
}
