/**
 * Parts of a suite that were made of what they cannot be made of. They carry what is wrong with them until an agent uses
 * them: making a part never throws, and the plan refuses the agent.
 */
import { isObject } from "../../base/std/Json.ts"
import { type Kind, shown } from "../../base/std/kinds.ts"
import { tryCatch } from "../../base/std/tryCatch.ts"

/** A server, a driver, a fault or an image. */
export interface Flawed {
  readonly flaws?: ReadonlyArray<string>
}

type Maker = "server" | "driver" | "fault" | "call" | "image"

/** What each of them has at least, of whichever copy of passhat. */
const members: { readonly [Name in Maker]: ReadonlyArray<string> } = {
  server: ["name", "reached", "tools"],
  driver: ["name", "version"],
  fault: ["name", "kind"],
  call: ["server", "name"],
  image: ["media_type", "sha256"]
}

/** A part that this function made, without flaws of its own. */
export const madeBy =
  (maker: Maker): Kind =>
  (value, path) =>
    tryCatch(() => {
      if (!isObject(value) || members[maker].some((member) => value[member] === undefined)) return undefined
      return ((value as Flawed).flaws ?? []).map((flaw) => `${labelOf(maker, value["name"])}${flaw}`)
    }) ?? [`${path} is ${shown(value)}, expected what ${maker}(...) makes`]

/** A call says it with its gate. */
const labelOf = (maker: Maker, name: unknown): string =>
  maker === "call" || typeof name !== "string" || name === "" ? "" : `${maker} ${JSON.stringify(name)}: `
