/**
 * The stable id of a cell, which is also the path of its cassette: slugs of suite, agent and model.
 */
import { sha256 } from "../../base/std/sha256.ts"
import type { AgentNode } from "../dsl/agent.ts"
import type { Suite } from "../dsl/suite.ts"

export const cellId = (suite: Suite, agent: AgentNode, model: string): string =>
  [suite.name, agent.name, model].map(slug).join("/")

/**
 * A name that every file system keeps apart. What a slug cannot show (other scripts, very long names, names that some
 * systems reserve) is kept apart by a hash; case and punctuation are not, so such a clash is an invalid suite.
 */
export const slug = (name: string): string => {
  const plain = name
    .normalize("NFC")
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    .replace(/[^a-z0-9._]+/g, "-")
    .replace(/\.{2,}/g, ".")
    .replace(/^[-.]+|[-.]+$/g, "")
  const faithful = plain !== "" && plain.length <= 80 && !/[^\x20-\x7e]/.test(name) && !reserved.test(plain)
  return faithful ? plain : `${plain.slice(0, 60)}-${hash8(name.normalize("NFC"))}`.replace(/^-/, "")
}

const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/

const hash8 = (text: string): string => sha256(text).slice(0, 8)
