/**
 * Notices about what servers sent against the protocol. They decide nothing: the agent did not do it, and it answered no call.
 */
import type { Violation } from "../../base/domain/recording/Cassette.ts"
import type { Issue } from "../../base/domain/Issue.ts"
import { notice } from "../../base/domain/issues.ts"
import { escapeLine } from "../../base/std/escape.ts"
import { shortenWords } from "../../base/std/wholeWords.ts"

export const violationNotices = (violations: ReadonlyArray<Violation>): ReadonlyArray<Issue> =>
  violations.map(({ count, kind, server, text }) => {
    const { hint, many, one } = wording[kind]
    const first = escapeLine(shortenWords(text, SHOWN))
    const what = count === 1 ? `${one}: ${first}` : `${many(count)}, the first: ${first}`
    return notice("PROTOCOL_VIOLATION", `${kind === "report" ? "The agent" : `The server ${server}`} ${what}`, hint)
  })

/** In code points. */
const SHOWN = 200

interface Wording {
  readonly one: string
  readonly many: (count: number) => string
  readonly hint: string
}

const IGNORED =
  "The reply was ignored. Correct the server: it replies once to each request, with the id of the request."

const wording: Readonly<Record<Violation["kind"], Wording>> = {
  noise: {
    one: "wrote a line to stdout that is no message",
    many: (count) => `wrote ${count} lines to stdout that are no messages`,
    hint: "Let the server write its log to stderr."
  },
  unknown_id: {
    one: "replied to a request that was not sent",
    many: (count) => `replied ${count} times to requests that were not sent`,
    hint: IGNORED
  },
  repeated_reply: {
    one: "replied again to a request that it had answered",
    many: (count) => `replied ${count} times to requests that it had answered`,
    hint: IGNORED
  },
  report: {
    one: "sent a report of itself that cannot be read",
    many: (count) => `sent ${count} reports of itself that cannot be read`,
    hint: "The report was ignored. Send lines of JSON to PASSHAT_REPORT_URL, and spans as OTLP: see docs/drivers.md."
  },
  unanswered_request: {
    one: "asked its client for what the suite does not offer",
    many: (count) => `asked its client ${count} times for what the suite does not offer`,
    hint: "The server got an error. Answer it with elicit, sample or roots of server(...), or let it look at the capabilities of its client."
  },
  late_reply: {
    one: "replied to a call that had been cancelled",
    many: (count) => `replied ${count} times to calls that had been cancelled`,
    hint: "The reply was ignored. Let the server stop a call that is cancelled, or give it more time with callTimeout."
  }
}
