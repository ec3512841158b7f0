/**
 * Agents on the OpenAI Agents SDK whose code is run again.
 */
import { checkTaped } from "../tapedChecks.ts"

checkTaped({
  folder: import.meta.dirname,
  prompts: { responses: "input[0].content", chat: "messages[1].content" },
  dropped: [
    ["new Set<string>([])", 'new Set(["call_r1_t1_2"])'],
    {
      responses: /exchange 2 of 3, input\[5\] was .*"call_id":"call_r1_t1_2".* and is now absent/,
      chat: /exchange 2 of 3, messages\[4\] was .*tomorrow.* and is now absent/
    }
  ],
  shortened: ["maxTurns: 5", "maxTurns: 1"]
})
