/** Numbers from 0 up to 1, the same for the same seed for ever (mulberry32): Math.random cannot be repeated. */
export type Random = () => number

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const intBelow = (random: Random, most: number): number => Math.floor(random() * most)

/** One of some choices, each as likely as its weight says. */
export function pick<Choice>(random: Random, choices: readonly (readonly [Choice, number])[]): Choice {
  const total = choices.reduce((sum, [, weight]) => sum + weight, 0)
  let left = random() * total
  for (const [choice, weight] of choices) {
    left -= weight
    if (left < 0) return choice
  }
  return choices[0]![0]
}
