/**
 * The format and the version in the first line of a cassette that this passhat reads and writes.
 */
export const FORMAT = "passhat-cassette"
export const VERSION = 1
