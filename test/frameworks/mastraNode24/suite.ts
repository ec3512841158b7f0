/**
 * Agents that are written with `@mastra/core` 1. A replay runs none of them.
 */
import * as passhat from "passhat"
import { mastra } from "passhat/adapters/mastra"
import { agentsOf } from "../mastra/agents.ts"
import { generate } from "./generate.ts"
import { endingSuite } from "../mastra/suites.ts"

const mine = endingSuite(passhat, agentsOf(mastra, generate))

export default mine
await passhat.main(import.meta, mine)
