/**
 * Whether a request comes from a program of this machine, and not from a page in a browser.
 */
import type { IncomingHttpHeaders } from "node:http"

/** The hosts that a request may have in `Host`: a page of another host, whose name leads to this machine, has its own there. */
const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"])

/** A browser names the origin of the page. Programs name none, and a page of another port is a page like any other. */
export const isLocalRequest = ({ host, origin }: IncomingHttpHeaders): boolean => {
  const own = `http://${host}`
  return URL.canParse(own) && LOOPBACK.has(new URL(own).hostname) && (origin === undefined || origin === own)
}
