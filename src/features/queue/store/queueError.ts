/**
 * What a database failed with, as a sentence without user, password and statement.
 */
import { MOST_ATTEMPTS, QueueError } from "../../../engine/services/RunQueue.ts"
import { errorCode } from "../../../base/std/errorCode.ts"
import type { QueueAddress } from "./address.ts"
import { issue } from "../../../base/domain/issues.ts"

type Known = Pick<QueueAddress, "shown" | "password">

/** Of errors before a connection is there. */
const UNREACHED = /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENOENT|EACCES|57P03|53300)$/
/** The connection broke, the server is stopping, or the statement met another one and is to be repeated. */
const BROKEN =
  /^(?:ECONNRESET|EPIPE|ETIMEDOUT|ECONNABORTED|57P0[12]|57014|57P05|40001|40P01|55P03|08\w{3}|58\w{3}|53\w{3}|25006)$/
/** pg has sentences without codes for the same. */
const BROKEN_SENTENCE = /terminated|timeout|timed out|not queryable|connection error|socket|after calling end/i
const UNTRUSTED = /certificate|altname|self.signed|TLS|SSL|wrong version number/i

export const queueError = (known: Known, cause: unknown): QueueError => {
  const { shown } = known
  const [code, text] = [errorCode(cause), plain(known, cause)]
  if (isUnreached(cause)) {
    return failed("Lost", `The queue at ${shown} cannot be reached (${short(code, text)}).`, REACH)
  }
  if (code.startsWith("28") || /password must be a string|no password/i.test(text)) {
    return failed("Refused", `The queue at ${shown} does not let this user in (${short(code, text)}).`, USER)
  }
  if (code === "3D000")
    return failed("Refused", `The queue at ${shown} has no such database.`, "Create it, or correct the url.")
  if (code === "42501") return failed("Refused", `The queue at ${shown} refused: ${text}.`, GRANTS)
  if (/^(?:42P01|3F000|42703)$/.test(code))
    return failed("Schema", `The queue at ${shown} misses a table: ${text}.`, INIT)
  if (BROKEN.test(code) || BROKEN_SENTENCE.test(text)) {
    return failed("Lost", `The connection to the queue at ${shown} is lost (${short(code, text)}).`, REACH)
  }
  if (UNTRUSTED.test(`${code} ${text}`)) {
    return failed("Refused", `The queue at ${shown} is not connected, since encryption failed (${text}).`, TLS)
  }
  return failed(
    "Refused",
    `The queue at ${shown} refused a statement (${short(code, text)}).`,
    "Look at the log of the database."
  )
}

/** Whether there was no connection, so that nothing was executed. */
export const isUnreached = (cause: unknown): boolean =>
  UNREACHED.test(errorCode(cause)) || /timeout exceeded when trying to connect/i.test(String(cause))

export const INIT = "Make its tables with: passhat queue init."
const REACH = "Start the database, or correct the url; what is enqueued and kept is still there."
const USER = "Correct user and password: PGPASSWORD or ~/.pgpass keep the password out of the url."
const GRANTS = "Give the role the rights that passhat queue init --print --worker-role lists."
const TLS = "Name the certificate of its authority with sslrootcert; sslmode=disable is for a network of your own."

const failed = (reason: QueueError["reason"], sentence: string, hint: string): QueueError =>
  new QueueError({ reason, sentence, hint })

const short = (code: string, text: string): string => (/^[A-Z0-9_]{4,}$/.test(code) ? code : text)

/** One line, and no password whatever a driver says. An error of several addresses has a message of none. */
const plain = ({ password }: Known, cause: unknown): string => {
  const text = cause instanceof Error ? cause.message || errorCode(cause) : String(cause)
  const line = text.replace(/\s+/g, " ").replace(/\.$/, "").slice(0, 300)
  return password === undefined || password === "" ? line : line.replaceAll(password, "***")
}

/** Why a unit is a dead letter where no worker could say so. */
export const unexplained = issue(
  "INFRASTRUCTURE",
  `The run was begun ${MOST_ATTEMPTS} times, and no worker lived to say why it failed.`,
  "Look at the logs of the workers; retry it with: passhat queue retry."
)
