/**
 * A failure outside the agent, made of a message and a hint.
 */
export { infrastructure } from "../../services/Infrastructure.ts"
