/**
 * What makes outputs differ: locales, clocks, the order of keys, and the current folder.
 */
import type { Sabotage } from "../Soak.ts"

export const sabotages: ReadonlyArray<Sabotage> = [
  {
    name: "localeNumbers",
    breaks: "the totals of a report are written as the locale has numbers",
    file: "src/edges/report/text/totals.ts",
    find: "`${count} ${noun}",
    put: "`${count.toLocaleString()} ${noun}"
  },
  {
    name: "date",
    breaks: "a report holds the time at which it was made",
    file: "src/engine/judge/reportOf.ts",
    find: 'format: "passhat-report",',
    put: 'format: "passhat-report", ...{ made: new Date().toString() },'
  },
  {
    name: "keyOrder",
    breaks: "a report has the keys of a trace in the order in which they were recorded",
    file: "src/edges/report/formats/json.ts",
    find: "else yield stringify(inner)",
    put: "else yield JSON.stringify(inner)"
  },
  {
    name: "currentFolder",
    breaks: "reports name files by their paths from the current folder",
    file: "src/app/kit/project.ts",
    find: "file: relative(root, file)",
    put: "file: relative(resolve(), file)"
  }
]
