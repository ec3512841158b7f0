/**
 * Who may ask the server of `passhat view`: a browser on this machine, from a page of this server, with its token.
 */
import { createHash, timingSafeEqual } from "node:crypto"
import type { IncomingHttpHeaders } from "node:http"
import { isLocalRequest } from "../../engine/layers/platform/isLocalRequest.ts"

export interface Guard {
  /** Whether the request is for this server, and from none but its own pages. */
  readonly isOurs: (headers: IncomingHttpHeaders) => boolean
  readonly hasToken: (headers: IncomingHttpHeaders) => boolean
}

export const guardOf = (port: number, token: string): Guard => {
  const hosts = new Set([`127.0.0.1:${port}`, `localhost:${port}`])
  const expected = digest(`Bearer ${token}`)
  return {
    // A page of another name that leads to this machine has that name in Host. A browser says where a request comes from.
    isOurs: (headers) =>
      hosts.has(headers.host ?? "") &&
      isLocalRequest(headers) &&
      SITES.has(String(headers["sec-fetch-site"] ?? "none")),
    hasToken: ({ authorization = "" }) => timingSafeEqual(digest(authorization), expected)
  }
}

/** `none` is an address that the user has typed, or a program that is no browser. */
const SITES: ReadonlySet<string> = new Set(["none", "same-origin"])

/** Of one length whatever is given, so that the comparison takes the same time. */
const digest = (text: string): Buffer => createHash("sha256").update(text).digest()
