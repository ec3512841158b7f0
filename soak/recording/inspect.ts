/**
 * What a recording that was cut short must leave: a whole cassette, every run that was kept, and no file that others may write.
 */
import * as Result from "effect/Result"
import { parseJournal } from "../../src/engine/layers/record/journal.ts"
import { lasting } from "../../test/engine/cassette/lasting.ts"

/** The files beside a cassette, by name. */
export type Files = ReadonlyMap<string, { readonly bytes: Uint8Array; readonly mode: number }>

export interface Promised {
  /** The cassette from before, if there was one. */
  readonly old: string | undefined
  /** What is `lasting` of an uninterrupted recording. */
  readonly whole: string
  /** Of the recorder. */
  readonly umask: number
}

export const CASSETTE = "model.jsonl"
const JOURNAL = `${CASSETTE}.journal`

/** A sentence for each promise that the files, or the log of their recorders, break. */
export const inspect = (files: Files, log: ReadonlyArray<string>, promised: Promised): ReadonlyArray<string> => {
  const { kept, repeated } = readLog(log)
  const text = textOf(files, CASSETTE)
  const isNew = text !== promised.old && isRecorded(files, promised)
  const journal = journaled(files)
  const lost = isNew ? [] : [...kept].filter((run) => typeof journal === "string" || !journal.includes(run))
  return [
    ...repeated.map((run) => `run ${run} was kept, and was performed again`),
    ...(text === promised.old || isNew ? [] : ["the cassette is neither the old one nor the whole new one"]),
    ...(typeof journal === "string" ? [`the journal cannot be read: ${journal}`] : []),
    ...lost.map((run) => `run ${run} was kept, and is lost`),
    ...modeOffences(files, promised)
  ]
}

/** A recording that came to its end leaves its cassette alone, the same as an uninterrupted one. */
export const inspectEnd = (files: Files, promised: Promised): ReadonlyArray<string> => {
  const beside = [...files.keys()].filter((name) => name !== CASSETTE)
  return [
    ...(isRecorded(files, promised) ? [] : ["the cassette is not that of an uninterrupted recording"]),
    ...beside.map((name) => `${name} is left behind`),
    ...modeOffences(files, promised)
  ]
}

/** Whether the new cassette is there. */
export const isRecorded = (files: Files, { whole }: Promised): boolean =>
  lasting(textOf(files, CASSETTE) ?? "") === whole

/** Whether the recording is to go on with --record=missing, as a user would. */
export const isBegun = (files: Files, old: string | undefined): boolean =>
  textOf(files, CASSETTE) !== old || journaled(files).length > 0

export const textOf = (files: Files, name: string): string | undefined => {
  const bytes = files.get(name)?.bytes
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes, { stream: true })
}

/** The runs that the journal holds, or what is wrong with it. */
const journaled = (files: Files): ReadonlyArray<string> | string => {
  const text = textOf(files, JOURNAL)
  return text === undefined
    ? []
    : Result.match(parseJournal(JOURNAL, text), {
        onSuccess: (journal) => [...(journal?.recording.runs.keys() ?? [])].map(String),
        onFailure: ({ sentence }) => sentence
      })
}

/** `performed <take> <run>` before the model answers, `kept <take> <run>` once the recorder says so. */
const readLog = (log: ReadonlyArray<string>) => {
  const kept = new Set<string>()
  const repeated: Array<string> = []
  for (const line of log) {
    const [what = "", , run = ""] = line.split(" ")
    if (what === "kept") kept.add(run)
    else if (what === "performed" && kept.has(run)) repeated.push(run)
  }
  return { kept, repeated }
}

/** What is half written is for its writer alone; everything else follows the umask, and is never writable by all. */
const modeOffences = (files: Files, { umask, whole }: Promised): ReadonlyArray<string> =>
  [...files].flatMap(([name, { bytes, mode }]) => {
    const text = new TextDecoder().decode(bytes)
    const isHalf = !/^$|\0|}$/.test(text) && lasting(text) !== whole
    const isPrivate = name.endsWith(".tmp") && isHalf
    const wanted = isPrivate ? [0o600] : name.endsWith(".tmp") ? [0o600, 0o664 & ~umask] : [0o664 & ~umask]
    return wanted.includes(mode & 0o777)
      ? []
      : [`${name} has the mode ${octal(mode & 0o777)}, and not ${wanted.map(octal).join(" or ")}`]
  })

const octal = (mode: number): string => mode.toString(8).padStart(4, "0")
