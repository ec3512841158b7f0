/**
 * `passhat mock`: what help and argv know of it, and the functions that carry it out.
 */
import type { Command } from "../../app/flags/Flag.ts"
import { command, withFiles } from "../../app/flags/runnable.ts"
import { lazily } from "../../app/kit/lazily.ts"

export const mockRow = {
  description: "Serve an MCP mock, healthy or faulty; only tools/call is broken, the rest stays responsive",
  examples: [
    { command: "passhat mock --tools-from tools.yml", description: "Healthy, over stdio" },
    { command: "passhat mock --tools-from tools.yml --fault hang", description: "No call is answered" },
    {
      command: "passhat mock --tools-from tools.yml --fault recover-after:2",
      description: "The first two calls hang, the third is answered"
    },
    {
      command: "passhat mock --tools-from tools.json --fault slow:4000 --http 0",
      description: "Every call takes four seconds, over HTTP; the address is printed on standard error"
    }
  ],
  flags: {
    toolsFrom: {
      kind: "string",
      metavar: "file",
      required: true,
      path: "file",
      description: "The tools and what they answer, in YAML or JSON"
    },
    fault: {
      kind: "string",
      metavar: "kind",
      default: "none",
      description:
        "How tools/call is broken: none (default), hang, wedged, slow:<ms>, recover-after:<n>, reply-after-cancel:<ms>, " +
        "error:<message>, rate-limited:<ms>, denied, disconnect, misleading:<text>, malformed, truncated, schema-drift"
    },
    http: {
      kind: "integer",
      metavar: "port",
      description: "Serve streamable HTTP on this port of 127.0.0.1 (0: any free one) instead of stdio"
    }
  },
  arguments: {}
} as const satisfies Command

export const mock = command(mockRow, withFiles(lazily(() => import("./mock.ts"), "mock")))
