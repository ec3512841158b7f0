/**
 * Names the targets of several gates of one kind apart: `trajectory.passed` is of the first trajectory of an agent,
 * `trajectory#2.passed` of the second.
 */

/** A target without the name of its gate, such as a path into the trace, stays as it is. */
export const numberedTarget = (target: string, gateId: string | undefined): string => {
  const [, gate, number] = /^(.*)#(\d+)$/.exec(gateId ?? "") ?? []
  if (gate === undefined || number === "1") return target
  const at = `.${target}`.indexOf(`.${gate}.`)
  return at < 0 ? target : `${target.slice(0, at)}${gateId}${target.slice(at + gate.length)}`
}
