/**
 * The flag of a share of the catalogues, which `passhat run` and `merge` share.
 */
export const thresholdFlag = {
  kind: "number",
  metavar: "number",
  description: "Fail if they reach less than this share of them, above 0 and up to 1"
} as const
