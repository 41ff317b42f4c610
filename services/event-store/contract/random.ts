/** Chance that can be had again: the seed is in the title of the suite, and comes back by TEST_SEED. */
export const SEED = Number(process.env['TEST_SEED'] ?? Date.now() % 1_000_000)

export interface Random {
  /** 0 up to, not including, `below`. */
  readonly int: (below: number) => number
  readonly uuid: () => string
}

/** Chance for one case, the same whichever cases run beside it. */
export function randomFor(title: string): Random {
  let state = SEED
  for (const character of title) state = Math.imul(state ^ character.charCodeAt(0), 0x01000193)
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const hex = (): string => next().toString(16).padStart(8, '0')
  return {
    int: (below) => next() % below,
    uuid: () => {
      const digits = hex() + hex() + hex() + hex()
      return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
    },
  }
}
