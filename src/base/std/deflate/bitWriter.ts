/**
 * Writes numbers of any few bits one after the other, the lowest bit first.
 */
export interface BitWriter {
  /** At most 16 bits. */
  readonly write: (value: number, count: number) => void
  /** The whole bytes so far, which it forgets. */
  readonly take: () => Uint8Array
  /** The rest, filled with zeros to a whole byte. */
  readonly end: () => Uint8Array
}

export const bitWriter = (): BitWriter => {
  let bytes = new Uint8Array(1 << 16)
  let length = 0
  let [held, heldBits] = [0, 0]
  const push = (): void => {
    if (length === bytes.length) {
      const larger = new Uint8Array(bytes.length * 2)
      larger.set(bytes)
      bytes = larger
    }
    bytes[length++] = held & 0xff
  }
  const write = (value: number, count: number): void => {
    held |= value << heldBits
    heldBits += count
    while (heldBits >= 8) {
      push()
      held >>>= 8
      heldBits -= 8
    }
  }
  const take = (): Uint8Array => {
    const taken = bytes.slice(0, length)
    length = 0
    return taken
  }
  return {
    write,
    take,
    end: () => {
      write(0, (8 - heldBits) % 8)
      return take()
    }
  }
}
