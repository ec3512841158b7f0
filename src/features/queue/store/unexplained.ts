/**
 * Why a unit is a dead letter where no worker could say so.
 */
import { issue } from "../../../base/domain/issues.ts"
import { MOST_ATTEMPTS } from "../../../engine/services/RunQueue.ts"

export const unexplained = issue(
  "INFRASTRUCTURE",
  `The run was begun ${MOST_ATTEMPTS} times, and no worker lived to say why it failed.`,
  "Look at the logs of the workers; retry it with: passhat queue retry."
)
