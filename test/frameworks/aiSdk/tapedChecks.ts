/**
 * Agents on versions 6 and 7 of the AI SDK whose code is run again, with its own providers of Anthropic and OpenAI.
 */
import { checkTaped } from "../tapedChecks.ts"

const [inMessages, inInput] = ["messages[0].content[0].text", "input[1].content[0].text"]
const anthropic =
  /exchange 2 of 3, messages\[1\]\.content\[2\] was .*toolu_r1_t1_2.* absent; messages\[2\]\.content\[1\] was .*Sacramento.* and is now absent/
const openai =
  /exchange 2 of 3, input\[4\] was .*tomorrow.* and is now absent; input\[6\] was .*call_r1_t1_2.* and is now absent/

checkTaped({
  folder: import.meta.dirname,
  prompts: { "anthropic 6": inMessages, "openai 6": inInput, "anthropic 7": inMessages, "openai 7": inInput },
  dropped: [
    ["new Set<string>([])", 'new Set(["toolu_r1_t1_2", "call_r1_t1_2"])'],
    { "anthropic 6": anthropic, "openai 6": openai, "anthropic 7": anthropic, "openai 7": openai }
  ],
  shortened: ["stepCountIs(5)", "stepCountIs(1)"]
})
