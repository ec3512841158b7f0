/**
 * The format of the files: the one that is named, or the one that their content fits.
 */
import * as Effect from "effect/Effect"
import { type FormatName, formats, fitting } from "../../importing/formats.ts"
import type { Document } from "../../importing/Item.ts"
import { UsageError } from "../UsageError.ts"
import { type SourceFile, valuesOf } from "./sourceFiles.ts"

/** How many values of a file are looked at. */
const SAMPLE = 64

export const chooseFormat = Effect.fnUntraced(function* (
  named: FormatName | "auto" | undefined,
  files: ReadonlyArray<SourceFile>
) {
  if (named !== undefined && named !== "auto") return named
  const fits = files.map((file) => ({ file, names: fitting(sampleOf(file)) })).filter(({ names }) => names.length > 0)
  const names = [...new Set(fits.flatMap((one) => one.names))]
  // The messages of MCPMark's runs are those of other formats: its meta.json tells.
  if (names.includes("mcpmark")) return "mcpmark"
  const [name] = names
  if (name !== undefined && names.length === 1) return name
  const several = fits.find((one) => one.names.length > 1)
  const what =
    name === undefined
      ? `No format that is known fits ${files.length === 1 ? files[0]?.shown : `any of the ${files.length} files`}.`
      : several !== undefined
        ? `${several.file.shown} fits several formats: ${several.names.join(" and ")}.`
        : `The files are of several formats: ${names.map((one) => `${fits.find((fit) => fit.names[0] === one)?.file.shown} is ${one}`).join(", ")}.`
  const hint =
    name === undefined
      ? `Name it with --format: ${Object.keys(formats).join(", ")}.`
      : several !== undefined
        ? "Name the one that it is with --format."
        : "Import the files of each format on their own."
  return yield* new UsageError({ what, hint })
})

/** The first values. What is wrong with a file is reported when it is read whole. */
const sampleOf = (file: SourceFile): ReadonlyArray<Document> =>
  [...valuesOf(file, SAMPLE)].flatMap((value) => ("flaw" in value ? [] : [value]))
