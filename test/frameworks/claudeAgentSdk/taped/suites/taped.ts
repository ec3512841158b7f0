/** One question for agents on the Claude Agent SDK. */
import { main } from "passhat"
import { tapedSuite } from "../../../../app/live/taped/suites/tapedSuite.ts"
import { clerk, delegating } from "../agents/clerk.ts"

const taped = tapedSuite({ clerk, delegating })
export default taped
await main(import.meta, taped)
