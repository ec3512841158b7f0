/**
 * What a reader of cassettes loads when it meets something that it does not know.
 */
export { explainLine } from "./explainLine.ts"
export { type Explanation, explainProblem, type Reason } from "./explainProblem.ts"
