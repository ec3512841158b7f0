/**
 * The version of passhat, as `--version` prints it and cassettes carry it.
 */
export const version = "0.2.0"
