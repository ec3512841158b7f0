/**
 * Bounds the work of reading a schema that a server lists: a few combined schemas can ask for more types than anybody could wait for.
 */

/** A schema nested deeper than that is not read to its end. */
export const DEEPEST = 64

/** What may still be read. Below zero, what was read says too little. */
export interface ReadingWork {
  left: number
}

/** For a schema that was read within bounds before. */
export const boundless: ReadingWork = { left: Infinity }

/** For the schema of one tool: about a second. */
export const MOST_READ = 100_000
