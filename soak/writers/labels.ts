/**
 * Processes of `passhat view --actions` that label runs of one project at once, and one that is killed while it does.
 */
import * as Labelling from "../../test/features/view/labelling.ts"
import { viewing } from "../../test/features/view/viewing.ts"

const VIEWS = 3
const LABELS = 45

/** One round. Returns offences. */
export const labelTogether = async (): Promise<ReadonlyArray<string>> => {
  using user = Labelling.labelProject(LABELS)
  const answered = await Labelling.killedWhileLabelling(user.folder, LABELS, ".tmp")
  const views = await Promise.all(Labelling.runsUpTo(VIEWS).map(() => viewing(user.folder, ["--actions"])))
  const left = Labelling.leftBeside(user.folder)
  const kept = Labelling.labelledRuns(user.folder)
  const others = Labelling.runsUpTo(LABELS).filter((run) => !answered.includes(run))
  const answers = await Promise.all(others.map((run) => Labelling.postLabel(views[run % VIEWS]!, run)))
  const lost = LABELS - Labelling.labelledRuns(user.folder).length
  await Promise.all(views.map((view) => view.end()))
  return [
    ...(answered.length < LABELS ? [] : ["the process with labels was not killed"]),
    ...answered.filter((run) => !kept.includes(run)).map((run) => `the kill lost label ${run}, which was answered`),
    ...left.map((name) => `the killed process left ${name.replace(/[0-9a-f-]{36}/, "<uuid>")}`),
    ...(answers.every((status) => status === 200) ? [] : ["a label was refused"]),
    ...(lost === 0 ? [] : [`${lost} of ${LABELS} labels are lost`])
  ]
}
