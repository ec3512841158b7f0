/**
 * What the first line of a cassette calls itself, and which version of it this passhat reads and writes.
 */
export const FORMAT = "passhat-cassette"
export const VERSION = 1
