/** Joins gates, from left to right, as effect joins functions. */
export { flow } from "effect/Function"
