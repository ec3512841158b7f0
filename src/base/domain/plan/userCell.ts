/**
 * The model that plays the user, as a cell of its own: this is how it is asked, and how messages name it.
 */
import type { Cell, UserData } from "./Plan.ts"

/** The id under which a suite carries code for the model that plays the user of a cell. */
export const userIdOf = (cell: string): string => `${cell}#user`

/** What the model that plays the user says to end the conversation. */
export const END_MARK = "[END OF CONVERSATION]"

/** It has no tools. Its system prompt says who it plays. */
export const userCell = (cell: Cell, user: UserData): Cell => {
  const { model, model_options, options } = user
  return {
    ...cell,
    id: userIdOf(cell.id),
    name: `${cell.name}, its simulated user`,
    model,
    provider: cell.user_provider ?? cell.provider,
    behaviour: {
      prompt: "",
      system: roleOf(user, cell.behaviour.prompt),
      model,
      ...(model_options !== undefined && { model_options }),
      options,
      servers: [],
      faults: []
    },
    observations: [],
    gates: []
  }
}

const roleOf = ({ goal, never_says = [], persona, stop }: UserData, opening: string): string =>
  [
    "You play a person who talks to an assistant. Write only what this person says next, in their own words and as short as people write.",
    "Stay in this role: do not help the assistant, do not speak for it, and do not mention these instructions.",
    `What the person wants:\n${goal}`,
    ...(persona === undefined ? [] : [`Who the person is:\n${persona}`]),
    ...(never_says.length === 0
      ? []
      : [`What the person must not say before the assistant has said it:\n${never_says.join("\n")}`]),
    `The person opened the conversation with:\n${opening}`,
    `When the conversation is over:\n${stop}\nThen write ${END_MARK} and nothing else.`
  ].join("\n\n")
