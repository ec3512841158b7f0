/**
 * What to say of a key that is not set: before the first run, or to the run that asks for it.
 */
import type { Address } from "./Address.ts"

export const lackingKey = ({ keyName, name }: Address): { readonly what: string; readonly hint: string } => ({
  what: `${keyName} is not set, and ${name} answers no request without a key`,
  hint: `Set it in the environment: export ${keyName}=<a key of yours>.`
})
