/**
 * What the servers of a run tell their clients about themselves, as an agent reads it: a heading with the name of each server, and its
 * text unchanged.
 */
import type { ServerInfo } from "../../base/domain/recording/Cassette.ts"
import type { Cell, FingerprintParts } from "../../base/domain/plan/Plan.ts"
import type { SentImage } from "../../base/domain/plan/Image.ts"
import { imagesOf } from "../../base/domain/plan/turnData.ts"
import type { UserCode } from "../services/Driver.ts"

/** Undefined if no server has instructions. */
export const instructionsOf = (servers: ReadonlyArray<ServerInfo>): string | undefined => {
  const texts = servers.flatMap(({ instructions = "", name }) =>
    instructions.trim() === "" ? [] : [`# Instructions of the MCP server ${name}\n\n${instructions}`]
  )
  return texts.length === 0 ? undefined : texts.join("\n\n")
}

/** The cell as a model is asked: the instructions are in its system prompt, behind that of the suite. */
export const withInstructions = (cell: Cell, servers: ReadonlyArray<ServerInfo>): Cell => {
  const instructions = instructionsOf(servers)
  if (instructions === undefined) return cell
  const system = [cell.behaviour.system, instructions].filter((text) => text !== undefined).join("\n\n")
  return { ...cell, behaviour: { ...cell.behaviour, system } }
}

/** Of the `n`th message, from 1. An image whose bytes are not at hand is empty: no model is asked with it. */
export const sentImages = (parts: FingerprintParts, { images }: UserCode, n: number): ReadonlyArray<SentImage> =>
  imagesOf(parts, n).map(({ media_type, sha256 }) => ({ type: media_type, data: images?.get(sha256) ?? "" }))
