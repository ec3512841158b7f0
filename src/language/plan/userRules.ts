/**
 * What a simulated user may be.
 */
import type { AgentNode } from "../dsl/agent.ts"
import { defaults, userDefaults } from "./behaviour.ts"
import { modelProblems } from "./modelRules.ts"
import { optionProblems, said } from "./optionRules.ts"
import { type Problem, when } from "./Problem.ts"

export const userProblems = (agent: AgentNode): ReadonlyArray<Problem> => {
  const { driver, maxTurns: answers = defaults.maxTurns, prompt, turns, user } = agent
  if (user === undefined) return []
  const {
    goal,
    maxTokens = userDefaults.maxTokens,
    maxTurns = userDefaults.maxTurns,
    neverSays = [],
    persona,
    stop
  } = user
  const own = [
    ...modelProblems({ servers: [], maxTokens }, user.model),
    ...optionProblems(user),
    ...when(!said(goal), "it has no goal", 'Say what the user wants: goal: "You want a table for two.".'),
    ...when(
      ![persona, stop].every((text) => text === undefined || said(text)) || !neverSays.every(said),
      "one of its texts has no words",
      "Write the words, or leave the option out."
    ),
    ...when(
      driver === undefined && answers <= maxTurns,
      `the agent's maxTurns is ${answers}, and the user may speak ${maxTurns + 1} times`,
      "Give the agent at least one answer for each message of the user, or give simulatedUser a smaller maxTurns."
    ),
    ...neverSays
      .filter((words) => said(words) && prompt.toLowerCase().includes(words.toLowerCase()))
      .map((words) => ({
        what: `neverSays names "${words}", which the prompt says`,
        hint: "Take it out of the prompt or out of neverSays."
      }))
  ]
  return [
    ...own.map(({ hint, what }) => ({ what: `its simulated user: ${what}`, hint })),
    ...when(
      turns !== undefined,
      "it has turns and a simulated user",
      "Say what the user says with turns(...), or let a model say it with simulatedUser(...)."
    )
  ]
}
