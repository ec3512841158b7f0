/**
 * Agents on version 6 of the AI SDK that do not end by themselves. A replay needs nothing of it.
 */
import { main } from "passhat"
import { failingSuite } from "../suites.ts"
import { kit } from "./kit.ts"

const mine = failingSuite(kit)

export default mine
await main(import.meta, mine)
