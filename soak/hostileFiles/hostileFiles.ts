/**
 * Files that others wrote or changed: each is read, or refused with a sentence, and none makes a red recording green.
 */
import type { Soak } from "../Soak.ts"
import { throughTheCommand } from "./commandLine.ts"
import { inProcess, MOST_MEMORY } from "./inProcess.ts"

export const soak: Soak = {
  name: "hostileFiles",
  promise:
    "A file that was cut, damaged, altered or made to do harm is read, or refused with a sentence that names it and the place: no crash, no stack trace, no hang, bounded memory, and no red recording or report comes out green while what made it red is still in it.",
  trials: "changed files",
  sabotages: [
    {
      name: "skippedLine",
      breaks: "a line of a cassette that cannot be decoded is left out, and not refused",
      file: "src/engine/layers/replay/cassettes.ts",
      find: 'const problem = "code" in decoded ? decoded : resume(decoded)',
      put: 'const problem = "code" in decoded ? undefined : resume(decoded)'
    },
    {
      name: "twoTraces",
      breaks: "a trace beside the exchanges of an agent hides what they show",
      file: "src/engine/agentLoop/replayRun.ts",
      find: "if (run.trace !== undefined && !isDriven)",
      put: "if (run.trace !== undefined && !isDriven && exchanges.length === 0)"
    },
    {
      name: "unfoundedGate",
      breaks: "the verdict of a gate in a json report is believed, whatever its checks say",
      file: "src/app/reports/unfounded.ts",
      find: "!followsFromChecks(one) || !followsFromRuns(one, runs)",
      put: "!followsFromRuns(one, runs)"
    },
    {
      name: "unfoundedCheck",
      breaks: "the verdict of a check in a json report is believed, whatever was expected and found",
      file: "src/app/reports/unfounded.ts",
      find: 'return inChecks("gates", gates) ?? inChecks("runs", runs)',
      put: "return undefined"
    },
    {
      name: "noDepth",
      breaks: "a tools file of any depth is given to the decoder",
      file: "src/features/mock/ToolsFile.ts",
      find: "const MAX_DEPTH = 128",
      put: "const MAX_DEPTH = Infinity"
    },
    {
      name: "noChecksum",
      breaks: "a line of a journal counts without its checksum",
      file: "src/engine/layers/record/journal.ts",
      find: "return line === checked(content) ? content : undefined",
      put: 'return line.endsWith("\\n") ? content : undefined'
    },
    {
      name: "noSpoolHash",
      breaks: "a run in a spool counts without its hash",
      file: "src/features/queue/store/spool.ts",
      find: "const json = text === hashed(content) ? tryCatch((): unknown => JSON.parse(content)) : undefined",
      put: "const json = tryCatch((): unknown => JSON.parse(content))"
    },
    {
      name: "noCellHash",
      breaks: "a cell of a history counts without its hash",
      file: "src/features/history/lines.ts",
      find: "if (!hashOf(text).startsWith(id)) return undefined",
      put: ""
    },
    {
      name: "doubleLabels",
      breaks: "a label that is written twice is taken, the last one counts",
      file: "src/features/labels/labels.ts",
      find: "const label = findFlaw(line) === undefined ? Option.getOrUndefined(decode(line)) : undefined",
      put: "const label = Option.getOrUndefined(decode(line))"
    }
  ],
  run: async ({ long, say, seed }) => {
    const mass = await inProcess(seed, long ? 1_000_000 : 2_000, 2, say)
    const sample = throughTheCommand(seed, long ? 20 : 1)
    return {
      tried: mass.tried + sample.tried,
      offences: [...mass.offences, ...sample.offences],
      figures: {
        "files through the command": sample.tried,
        "files that were refused": mass.refused,
        "files that were read": mass.tried - mass.refused,
        [`peak memory of a process that reads ${Math.round(mass.tried / 2)} of them (at most ${MOST_MEMORY} MiB)`]: `${mass.peak} MiB`
      }
    }
  }
}
