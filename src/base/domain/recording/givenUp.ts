/**
 * The result of a call that the agent stopped waiting for: no server gave it.
 */
import type { ToolAnswer } from "./Cassette.ts"

export const givenUp = (millis: number): ToolAnswer => ({
  is_error: true,
  content: [{ type: "text", text: `The agent stopped waiting after ${millis} ms.` }],
  timed_out: true
})

export const isGivenUp = ({ content, timed_out }: ToolAnswer): boolean =>
  timed_out && /^\[\{"text":"The agent stopped waiting after [\d.]+ ms\.","type":"text"\}\]$/.test(sorted(content))

const sorted = (content: ToolAnswer["content"]): string => JSON.stringify(content, ["text", "type"]) ?? ""
