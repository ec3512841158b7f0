/**
 * Words that secrets are known by: in the names of variables, and at the beginning of keys.
 *
 * A replay looks for them before it loads the code that finds and replaces secrets.
 */
import { providers } from "../../../edges/providers/providers.ts"

/** Whether a variable of this name may hold a secret. */
export const mentionsSecret = (name: string): boolean =>
  /KEY|TOKEN|SECRET|CREDENTIAL|COOKIE|PASS(?:WORD|WD|PHRASE|CODE)|AUTH(?!OR(?!I))|(?:^|_)(?:PASS|PAT|DSN)(?:_|$)|._PWD$/.test(
    nameWords(name)
  )

/** `x-api-key2` as `X_API_KEY`. */
export const nameWords = (name: string): string =>
  name
    .replace(/[^A-Za-z0-9]+/g, "_")
    .replace(/_?\d+$/, "")
    .toUpperCase()

/** A key of each shape begins with one of these, or comes right after it. */
export const keyWords = {
  private_key: ["-----BEGIN "],
  userinfo: ["://", ":/\\", ":\\/", ":\\\\"],
  github_token: ["gho_", "ghp_", "ghs_", "ghr_", "ghu_", "github_pat_"],
  slack_token: ["xox"],
  aws_access_key: ["AKIA", "ASIA"],
  google_key: ["AIza"],
  jwt: ["eyJ"],
  bearer: ["bearer"],
  basic: ["basic"]
} as const

/** A text without one of the words holds no key that is known by its shape. */
export const hasKeyWord = (text: string): boolean => {
  const small = text.toLowerCase()
  return everyWord.some((word) => small.includes(word))
}

const everyWord: ReadonlyArray<string> = [
  ...Object.values(keyWords),
  ...providers.flatMap(({ keyShape }) => (keyShape === undefined ? [] : [keyShape.starts]))
].flatMap((words) => words.map((word) => word.toLowerCase()))
