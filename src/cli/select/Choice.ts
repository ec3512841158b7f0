/**
 * What was asked for on the command line, as conditions on a cell. All of them have to hold; cells are chosen, never runs.
 */
import type { Cell } from "../../domain/Plan.ts"
import type { Project } from "../suites/project.ts"
import type { SelectionFlags } from "../flags/runFlags.ts"

export interface Choice {
  /** As it was asked for: `--tag "slow"`. */
  readonly asked: string
  readonly takes: (cell: Cell, project: Project) => boolean
}

export const choicesOf = ({ filter, model, tag }: SelectionFlags): ReadonlyArray<Choice> => [
  ...(filter === undefined ? [] : [byName(filter)]),
  ...anyOf("--tag", tag, (cell) => cell.tags ?? []),
  ...anyOf("--model", model, (cell) => [cell.model])
]

/** What suites say themselves while somebody works on one of their agents. */
export const isOnly = (cell: Cell): boolean => cell.only === true
export const onlyThose: Choice = { asked: "only", takes: isOnly }

const byName = (text: string): Choice => ({
  asked: `--filter ${JSON.stringify(text)}`,
  takes: (cell) => cell.name.includes(text) || cell.id.includes(text)
})

const anyOf = (
  flag: string,
  names: ReadonlyArray<string>,
  of: (cell: Cell) => ReadonlyArray<string>
): ReadonlyArray<Choice> =>
  names.length === 0
    ? []
    : [
        {
          asked: names.map((name) => `${flag} ${JSON.stringify(name)}`).join(" "),
          takes: (cell) => of(cell).some((name) => names.includes(name))
        }
      ]
