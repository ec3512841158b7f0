/**
 * The format of the files: the one that is named, or the one that their content fits.
 */
import * as Effect from "effect/Effect"
import { type FormatName, formats, fitting } from "./formats/formats.ts"
import { UsageError } from "../../app/kit/UsageError.ts"
import { type SourceFile, unreadable, valuesOf } from "./sourceFiles.ts"

/** How many values of a file are looked at. */
const SAMPLE = 64

export const chooseFormat = Effect.fnUntraced(function* (
  named: FormatName | "auto" | undefined,
  files: ReadonlyArray<SourceFile>
) {
  if (named !== undefined && named !== "auto") return named
  const samples = files.map((file) => ({ file, values: [...valuesOf(file, SAMPLE)] }))
  const fits = samples
    .map(({ file, values }) => ({ file, names: fitting(values.flatMap((value) => ("flaw" in value ? [] : [value]))) }))
    .filter(({ names }) => names.length > 0)
  const names = [...new Set(fits.flatMap((one) => one.names))]
  // The messages of MCPMark's runs are those of other formats: its meta.json tells.
  if (names.includes("mcpmark")) return "mcpmark"
  // Messages without a call may be of several formats: then any that all files may be of reads them alike.
  const name = names.find((one) => fits.every((fit) => fit.names.includes(one)))
  if (name !== undefined) return name
  for (const { file, values } of fits.length === 0 ? samples : []) {
    const flaw = values.find((value) => "flaw" in value)
    if (flaw !== undefined) return yield* unreadable(file, flaw)
  }
  const firsts = [...new Set(fits.map((fit) => fit.names[0]))]
  const [what, hint] =
    fits.length === 0
      ? [
          `No format that is known fits ${files.length === 1 ? files[0]?.shown : `any of the ${files.length} files`}.`,
          `Name it with --format: ${Object.keys(formats).join(", ")}.`
        ]
      : [
          `The files are of several formats: ${firsts.map((one) => `${fits.find((fit) => fit.names[0] === one)?.file.shown} is ${one}`).join(", ")}.`,
          "Import the files of each format on their own."
        ]
  return yield* new UsageError({ what, hint })
})
