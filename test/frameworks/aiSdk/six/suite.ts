/**
 * Agents on version 6 of the AI SDK. A replay needs nothing of it.
 */
import { main } from "passhat"
import { endingSuite } from "../suites.ts"
import { kit } from "./kit.ts"

const mine = endingSuite(kit)

export default mine
await main(import.meta, mine)
