/**
 * The tool lists of six real servers, if they exist beside the repository.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { JsonObject } from "../../../src/base/domain/Json.ts"
import type { OfferedTool } from "../../../src/base/domain/plan/Tool.ts"
import { root } from "../../app/project.ts"

const data = join(root, "../shared/data/mcp-servers")

/** Their files; none where they are not kept. */
export const toolLists = existsSync(data) ? readdirSync(data).filter((file) => file.endsWith(".tools.json")) : []
if (toolLists.length === 0) console.warn(`No tool lists in ${data}: what they would show is not tested here.`)

export const nameOf = (file: string): string => file.replace(".tools.json", "")

interface Listed {
  readonly name: string
  readonly description?: string
  readonly inputSchema: JsonObject
}

export const toolsOf = (file: string): ReadonlyArray<OfferedTool> => {
  const { fullTools }: { fullTools: ReadonlyArray<Listed> } = JSON.parse(readFileSync(join(data, file), "utf8"))
  return fullTools.map(({ description = "", inputSchema, name }) => ({
    server: nameOf(file),
    name,
    description,
    input_schema: inputSchema
  }))
}
