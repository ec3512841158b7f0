/** One question for agents on versions 6 and 7 of the AI SDK. */
import * as six from "ai6"
import * as seven from "ai7"
import * as anthropic6 from "anthropic6"
import * as anthropic7 from "anthropic7"
import * as mcp6 from "mcp6"
import * as mcp7 from "mcp7"
import * as openai6 from "openai6"
import * as openai7 from "openai7"
import { main } from "passhat"
import { tapedSuite } from "../../../../app/live/taped/suites/tapedSuite.ts"
import { clerksOf, type Kit } from "../agents/clerk.ts"

const taped = tapedSuite({
  ...clerksOf({ ...six, ...anthropic6, ...mcp6, ...openai6 }, 6),
  ...clerksOf({ ...seven, ...anthropic7, ...mcp7, ...openai7 } as unknown as Kit, 7)
})
export default taped
await main(import.meta, taped)
