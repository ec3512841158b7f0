/**
 * Tools files of `mock`, in YAML and in JSON.
 */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { readTools } from "../../../src/features/mock/ToolsFile.ts"
import * as Files from "../../../src/engine/layers/platform/fileSystem.ts"
import { bytesOf, type Reader } from "../Reader.ts"

const yaml = `# Tools of the weather station.
tools:
  - name: get_weather
    description: "Looks at the sky: now"
    inputSchema: { type: object, properties: { city: { type: string } }, required: [city] }
    response: &sunny sunny
    responses:
      - when: { city: Rome }
        response: *sunny
      - when:
          city: Oslo
        response:
          isError: true
          content:
            - type: text
              text: |
                It snows.
                A lot.
  - name: 'delete_all'
    response: { content: [{ type: image, data: AAAA, mimeType: image/png }] }
resources:
  - uri: file:///a
    name: a
    text: >-
      folded
      text
`

const json = {
  tools: [
    {
      name: "get_weather",
      description: "Looks.",
      inputSchema: { type: "object", properties: { city: { type: "string" } } },
      response: "sunny"
    },
    {
      name: "delete_all",
      responses: [{ when: { all: true }, response: { content: "no", isError: true, structuredContent: { a: [1] } } }]
    }
  ],
  resources: [{ uri: "file:///a", name: "a", text: "b" }]
}

export const toolsReader = (directory: string): Reader => {
  const file = join(directory, "tools.yaml")
  return {
    name: "tools",
    seeds: bytesOf(yaml, JSON.stringify(json), JSON.stringify(json, undefined, 2)),
    attacks: [
      {
        name: "a deep schema",
        seed: 1,
        bytes: Buffer.from(`{"tools":[{"name":"a","inputSchema":{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}}]}`)
      }
    ],
    place: /tools\.yaml:\d+/,
    read: async (bytes) => {
      writeFileSync(file, bytes)
      const read = Effect.provide(
        Effect.catch(Effect.as(readTools(file), undefined), ({ message }) => Effect.succeed(message)),
        Files.layer
      )
      const refusal = await Effect.runPromise(read)
      if (refusal !== undefined) return { refusals: [refusal] }
      return { refusals: [], ...(isDeep(bytes.toString()) && { wrong: "it is nested too deeply, and was read" }) }
    }
  }
}

/** Whether a JSON text is nested deeper than other decoders survive. Where it is no JSON, YAML may take its brackets for text. */
const isDeep = (text: string): boolean => {
  const parsed = Result.try((): unknown => JSON.parse(text))
  let level = Result.isSuccess(parsed) ? [parsed.success] : []
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > 200) return true
    level = level.flatMap((one) => (typeof one === "object" && one !== null ? Object.values(one) : []))
  }
  return false
}
