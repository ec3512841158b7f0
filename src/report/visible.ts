/**
 * Makes untrusted text safe to print on one line: what would steer a terminal, hide, reorder or speak to a CI runner is
 * shown as `\u{1b}` and never sent.
 */
import { spelt } from "./spelt.ts"

/** Most lines are ASCII without commands for a runner, and are told at a glance. */
const PLAIN = /^(?! *::)(?!.*##\[)[ -~]*$/

/** Apply it to a whole line, and after any shortening: pieces that are harmless alone may be a command together. */
export const visible = (text: string): string => (PLAIN.test(text) ? text : spelt(text))

/** At most `max` code points; a shortened text ends in dots. */
export const shorten = (text: string, max: number): string => {
  if (text.length <= max) return text
  // A code point takes at most two units, so this is enough to see whether there are more than `max`.
  const start = Array.from(text.slice(0, 2 * (max + 1)))
  return start.length <= max ? text : `${start.slice(0, Math.max(0, max - 3)).join("")}...`
}
