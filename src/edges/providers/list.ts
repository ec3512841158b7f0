/**
 * The providers that passhat knows: one line for each, in alphabetical order.
 */
export { aiSdk } from "./aiSdk/record.ts"
export { anthropic } from "./anthropic/record.ts"
export { custom } from "./custom/record.ts"
export { openai } from "./openai/record.ts"
export { openaiCompatible } from "./openaiCompatible/record.ts"
