/**
 * The event loop for tests: which timers a program arms, and a wait of a few turns of the loop.
 */

/** Every delay that a timer was armed with while `use` went on. */
export const timersOf = async <A>(
  use: () => Promise<A>
): Promise<{ readonly armed: ReadonlyArray<unknown>; readonly result: A }> => {
  const armed: Array<unknown> = []
  const { setInterval, setTimeout } = globalThis
  const watched = <Arm extends typeof setTimeout | typeof setInterval>(arm: Arm): Arm =>
    ((...args: Parameters<typeof setTimeout>) => {
      armed.push(args[1])
      return arm(...args)
    }) as unknown as Arm
  Object.assign(globalThis, { setInterval: watched(setInterval), setTimeout: watched(setTimeout) })
  try {
    return { result: await use(), armed }
  } finally {
    Object.assign(globalThis, { setInterval, setTimeout })
  }
}

/** Longer than any promise takes to settle, and than virtual time takes to jump. */
export const aWhile = async (rounds = 20): Promise<void> => {
  await new Promise(setImmediate)
  if (rounds > 1) await aWhile(rounds - 1)
}
