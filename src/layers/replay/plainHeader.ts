/**
 * The first line of a recording that is of this very cell, told at a glance: what the Schema of headers would read, and
 * what `staleness.ts` would find nothing in. What is not known here is not wrong: it is left to them.
 */
import { FORMAT, VERSION } from "../../domain/cassetteFormat.ts"
import { isSame } from "../../std/differences.ts"
import { isPlainObject } from "../../std/isJson.ts"
import type { Cell } from "../../domain/Plan.ts"

/** Those that are looked at below, and no others. */
const KEYS = 9

export const isHeaderOf = (cell: Cell, line: string): boolean => {
  const header: unknown = JSON.parse(line)
  if (!isPlainObject(header) || JSON.stringify(header) !== line) return false
  const { fingerprint, servers } = header
  return (
    header["format"] === FORMAT &&
    header["version"] === VERSION &&
    Object.keys(header).length === KEYS &&
    header["agent"] === cell.agent &&
    header["model"] === cell.model &&
    ["suite", "recorded_at", "passhat"].every((key) => typeof header[key] === "string") &&
    isPlainObject(fingerprint) &&
    fingerprint["sha256"] === cell.fingerprint &&
    isSame(fingerprint["parts"], cell.behaviour) &&
    Array.isArray(servers) &&
    servers.every(isServer)
  )
}

const isServer = (value: unknown): boolean =>
  isPlainObject(value) &&
  typeof value["name"] === "string" &&
  typeof value["version"] === "string" &&
  ["string", "undefined"].includes(typeof value["instructions"]) &&
  (value["tools"] === undefined || (Array.isArray(value["tools"]) && value["tools"].every(isTool))) &&
  !("tools_sha256" in value)

const isTool = (value: unknown): boolean =>
  isPlainObject(value) &&
  typeof value["name"] === "string" &&
  ["string", "undefined"].includes(typeof value["description_sha256"]) &&
  typeof value["input_schema_sha256"] === "string"
