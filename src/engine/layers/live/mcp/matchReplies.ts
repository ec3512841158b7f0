/**
 * Passes a reply on only if a request waits for it. The SDK's client alone takes `"1"` for the reply to request 1.
 */
import { withoutBytes } from "../../../../base/domain/recording/withoutBytes.ts"
import type { JSONRPCMessage, Transport } from "./sdk.ts"
import type { Violations } from "./violations.ts"

export interface Requests {
  /** Whether a request waits for its reply. */
  readonly isOpen: (id: unknown) => boolean
  /** How many requests wait. */
  readonly open: () => number
}

/** Changes the transport: its `send` notes requests, and its `onmessage` drops other replies. */
export const matchReplies = (
  transport: Transport,
  { note }: Violations,
  onReply: () => void = () => undefined
): Requests => {
  const open = new Set<unknown>()
  const cancelled = new Set<unknown>()
  /** The client counts its requests, so every lower number has been sent. */
  let sent = -1
  let handler: Transport["onmessage"]
  const send = transport.send.bind(transport)

  const cancel = (id: unknown): void => {
    if (open.delete(id)) cancelled.add(id)
  }

  transport.send = (message, options) => {
    if ("method" in message && message.method === "notifications/cancelled") cancel(message.params?.["requestId"])
    if (!("method" in message && "id" in message)) return send(message, options)
    const { id } = message
    open.add(id)
    if (typeof id === "number") sent = Math.max(sent, id)
    options?.requestSignal?.addEventListener("abort", () => cancel(id), { once: true })
    const sending = send(message, options)
    sending.catch(() => open.delete(id))
    return sending
  }

  const accepts = (message: JSONRPCMessage): boolean => {
    if ("method" in message) return true
    const { id } = message
    if (open.delete(id)) {
      onReply()
      return true
    }
    note(kindOf(id), () => JSON.stringify(message, (_, value) => withoutBytes(value)))
    return false
  }

  const kindOf = (id: unknown): "late_reply" | "repeated_reply" | "unknown_id" => {
    if (cancelled.delete(id)) return "late_reply"
    return typeof id === "number" && Number.isInteger(id) && id >= 0 && id <= sent ? "repeated_reply" : "unknown_id"
  }

  // The client sets `onmessage` and the transport calls it, so only an accessor comes between the two.
  Object.defineProperty(transport, "onmessage", {
    configurable: true,
    get: () => handler && ((message: JSONRPCMessage, extra: never) => accepts(message) && handler?.(message, extra)),
    set: (next: Transport["onmessage"]) => {
      handler = next
    }
  })

  return { isOpen: (id) => open.has(id), open: () => open.size }
}
