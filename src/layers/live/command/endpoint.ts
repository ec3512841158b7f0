/**
 * An HTTP endpoint that only this machine can reach, and only those who know its address: it has a token in its path.
 */
import { randomBytes } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import * as Effect from "effect/Effect"
import type { Answer } from "./conversations.ts"
