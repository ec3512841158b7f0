/**
 * Agents that are written with `@mastra/core` 0.24 and do not end by themselves.
 */
import * as passhat from "passhat"
import { mastra } from "passhat/adapters/mastra"
import { agentsOf } from "./agents.ts"
import { generate } from "./generate.ts"
import { failingSuite } from "./suites.ts"

const mine = failingSuite(passhat, agentsOf(mastra, generate))

export default mine
await passhat.main(import.meta, mine)
