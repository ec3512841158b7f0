/**
 * Finds the API of a request by its path.
 */
import { anthropic } from "./anthropic.ts"
import { chat } from "./chat.ts"
import { responses } from "./responses.ts"
import type { Asked } from "./serve.ts"
import type { Voice } from "./Voice.ts"

export const voiceOf = ({ path }: Asked): Voice => {
  const [name = ""] = path.split("?")
  if (name.endsWith("/messages")) return anthropic
  if (name.endsWith("/responses")) return responses
  if (name.endsWith("/chat/completions")) return chat
  throw new Error(`There is no API at ${name}.`)
}
