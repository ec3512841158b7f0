/**
 * Agents on the Claude Agent SDK whose code is run again, with the program of the SDK.
 */
import type { JsonObject } from "../../../src/base/domain/Json.ts"
import type { ScriptedTurn } from "../../../src/engine/layers/scripted/model.ts"
import { script } from "../../app/live/taped/place.ts"
import { checkTaped } from "../tapedChecks.ts"

const own = (name: string, args: JsonObject) => ({ server: "", name, args })
const count = { command: "seq 1 20000", description: "Counts far" }
const scout = { description: "Look", prompt: "Look, scout.", subagent_type: "scout", run_in_background: false }
const [first, second, last] = script.turns as readonly [ScriptedTurn, ScriptedTurn, ScriptedTurn]

/** It lets another agent look, and a command writes more than the program keeps in a conversation. */
const delegated = [
  { ...first, calls: [...(first.calls ?? []), own("Bash", count)] },
  { ...second, calls: [own("Task", scout)] },
  second,
  last
]

checkTaped({
  folder: import.meta.dirname,
  standin: {
    nameOf: (server, name) => (server === "" ? name : `mcp__passhat__${server}__${name}`),
    scripts: ({ model, prompt }) => {
      if (JSON.stringify(prompt).includes("Look, scout.")) return [{ turns: [second, last] }]
      return [model === "claude-opus-4-5" ? { turns: delegated } : script]
    }
  },
  prompts: { clerk: "messages[0].content[8].text", delegating: "messages[0].content[9].text" },
  dropped: [
    ["new Set<string | undefined>([])", 'new Set(["tomorrow"])'],
    {
      clerk: /exchange 2 of 3, .*messages\[2\]\.content\[1\].* was .*tomorrow/,
      delegating: /exchange 2 of 6, .*messages\[2\]\.content\[1\].* was .*tomorrow/
    }
  ],
  shortened: [/maxTurns: 5/g, "maxTurns: 1"]
})
