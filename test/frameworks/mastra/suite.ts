/**
 * Agents that are written with `@mastra/core` 0.24. A replay runs none of them.
 */
import * as passhat from "passhat"
import { mastra } from "passhat/adapters/mastra"
import { agentsOf } from "./agents.ts"
import { generate } from "./generate.ts"
import { endingSuite } from "./suites.ts"

const mine = endingSuite(passhat, agentsOf(mastra, generate))

export default mine
await passhat.main(import.meta, mine)
