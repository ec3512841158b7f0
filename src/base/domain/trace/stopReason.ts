/**
 * Why an answer of a model ended, in the words of a trace, from the words of providers and frameworks.
 */

/** A reason that is not known stays as it is. Undefined for an empty one. */
export const stopReason = (given: string | undefined): string | undefined => {
  if (given === undefined || given === "") return undefined
  const word = given.toLowerCase().replaceAll("-", "_")
  return Object.hasOwn(WORDS, word) ? WORDS[word] : given
}

const WORDS: { readonly [word: string]: string } = {
  end_turn: "end_turn",
  stop: "end_turn",
  stop_sequence: "end_turn",
  completed: "end_turn",
  tool_use: "tool_use",
  tool_call: "tool_use",
  tool_calls: "tool_use",
  function_call: "tool_use",
  max_tokens: "max_tokens",
  length: "max_tokens",
  max_output_tokens: "max_tokens",
  model_context_window_exceeded: "max_tokens",
  refusal: "refusal",
  content_filter: "refusal",
  safety: "refusal",
  max_turns: "max_turns",
  error_max_turns: "max_turns"
}
