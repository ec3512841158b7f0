/**
 * Every reporter of passhat, those of features included.
 */
import { reporters as ownReporters } from "../src/app/run/reporters.ts"
import { features } from "../src/features/features.ts"

export const reporters = [...ownReporters, ...features.flatMap((feature) => feature.reporters ?? [])]
