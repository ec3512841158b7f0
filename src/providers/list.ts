/**
 * The providers that passhat knows: one line for each, in alphabetical order.
 */
export { anthropic } from "./anthropic/record.ts"
export { openai } from "./openai/record.ts"
export { openaiCompatible } from "./openaiCompatible/record.ts"
