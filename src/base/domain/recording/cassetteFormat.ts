/**
 * What the first line of a cassette calls itself, and which versions of it this passhat reads and writes.
 */
export const FORMAT = "passhat-cassette"
/** The version that is written. */
export const VERSION = 3
/**
 * The versions that are read. Version 1 knew no descriptions, annotations, instructions and sources; version 2 no checksums.
 */
export const VERSIONS = [1, 2, 3] as const
