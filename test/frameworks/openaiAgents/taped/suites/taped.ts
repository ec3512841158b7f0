/** One question for agents on the OpenAI Agents SDK. */
import { main } from "passhat"
import { tapedSuite } from "../../../../app/live/taped/suites/tapedSuite.ts"
import { chat, responses } from "../agents/clerk.ts"

const taped = tapedSuite({ responses, chat })
export default taped
await main(import.meta, taped)
