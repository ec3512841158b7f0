/**
 * What the agents use of version 7 of the AI SDK.
 */
import { generateText, stepCountIs, streamText, tool, ToolLoopAgent } from "ai7"
import { MockLanguageModelV4 as Model } from "ai7/test"
import { createMCPClient } from "mcp7"
import type { Kit } from "../agents.ts"

/** The types differ in what the agents do not use; types.ts has those of this version. */
export const kit = {
  createMCPClient,
  generateText,
  Model,
  stepCountIs,
  streamText,
  tool,
  ToolLoopAgent
} as unknown as Kit
