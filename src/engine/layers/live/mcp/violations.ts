/**
 * Collects what a server sends against the protocol: of each kind how often, and the first text. Its size does not grow with
 * what the server sends.
 */
import type { Violation } from "../../../../base/domain/recording/Cassette.ts"

type Kind = Violation["kind"]

export interface Violations {
  /** `text` is only called for the first of its kind. */
  readonly note: (kind: Kind, text: () => string) => void
  /** Returns what was noted since the last call. */
  readonly take: () => ReadonlyArray<Omit<Violation, "server">>
}

export const collectViolations = (): Violations => {
  const seen = new Map<Kind, { count: number; readonly text: string }>()
  return {
    note: (kind, text) => {
      const noted = seen.get(kind)
      if (noted === undefined) seen.set(kind, { count: 1, text: beginning(text()) })
      else noted.count++
    },
    take: () => {
      const taken = [...seen].map(([kind, { count, text }]) => ({ kind, count, text }))
      seen.clear()
      return taken
    }
  }
}

/** In UTF-16 units. */
const LONGEST = 500

/**
 * A long text is cut between two words and never within one: half of a secret would not be found when the recording is cleaned
 * of secrets.
 */
const beginning = (text: string): string => {
  if (text.length <= LONGEST) return text
  const end = text.slice(0, LONGEST + 1).search(/\s\S*$/)
  return `${text.slice(0, Math.max(0, end))} ... (${text.length} characters)`
}
