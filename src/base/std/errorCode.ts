/**
 * The short name of an error of the system, for messages: its sentence differs between runtimes.
 */

/** The system's code, such as `ENOENT`; for any other error, its text. */
export const errorCode = (cause: unknown): string =>
  cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : String(cause)
