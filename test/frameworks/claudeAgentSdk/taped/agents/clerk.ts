/**
 * Agents that are written with the Claude Agent SDK, whose program asks the address of the run.
 */
import { type HookCallback, type Options, query } from "@anthropic-ai/claude-agent-sdk"
import { claudeAgentSdk } from "passhat/adapters/claude-agent-sdk"

const sources = ["agents/*.ts"]

/** The model is not told the results of some calls. */
const forget: HookCallback = async (input) =>
  input.hook_event_name === "PostToolUse" && forgotten.has((input.tool_input as { readonly day?: string }).day)
    ? { hookSpecificOutput: { hookEventName: "PostToolUse", updatedToolOutput: [] } }
    : {}

const forgotten = new Set<string | undefined>([])

const asking = (name: string, more: Partial<Options>) =>
  claudeAgentSdk(name, { sources }, async ({ mcp, modelProxy, prompt }) =>
    query({
      prompt: `Question: ${prompt}`,
      options: {
        mcpServers: { passhat: { type: "http", ...mcp } },
        allowedTools: ["mcp__passhat", "Bash", "Task"],
        strictMcpConfig: true,
        settingSources: [],
        maxTurns: 5,
        hooks: { PostToolUse: [{ hooks: [forget] }] },
        env: {
          ...process.env,
          ANTHROPIC_BASE_URL: await modelProxy.anthropic,
          ANTHROPIC_API_KEY: process.env["ANTHROPIC_API_KEY"] ?? "none",
          CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1"
        },
        ...more
      }
    })
  )

export const clerk = asking("clerk", { model: "claude-sonnet-4-5" })

/** With all that Claude Code tells its model, and another agent that it asks. */
export const delegating = asking("delegating", {
  model: "claude-opus-4-5",
  systemPrompt: { type: "preset", preset: "claude_code" },
  agents: { scout: { description: "Looks.", prompt: "You are a scout.", model: "inherit" } }
})
