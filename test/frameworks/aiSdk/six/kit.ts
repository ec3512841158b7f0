/**
 * What the agents use of version 6 of the AI SDK.
 */
import { generateText, stepCountIs, streamText, tool, ToolLoopAgent } from "ai6"
import { MockLanguageModelV3 as Model } from "ai6/test"
import { createMCPClient } from "mcp6"
import type { Kit } from "../agents.ts"

export const kit: Kit = { createMCPClient, generateText, Model, stepCountIs, streamText, tool, ToolLoopAgent }
