/**
 * Says on stderr what the benchmark is at.
 */
export const progress = (line: string): void => {
  process.stderr.write(`${line}\n`)
}
