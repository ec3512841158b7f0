/**
 * The flag of an earlier report, which `passhat run`, `report` and `comment` share.
 */
export const baselineFlag = {
  kind: "string",
  metavar: "file",
  path: "file",
  description: "An earlier json report; html, markdown and github show what is different from it"
} as const
