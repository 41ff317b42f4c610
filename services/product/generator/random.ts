/** From 0 up to 1. Repeatable, unlike Math.random. */
export type Random = () => number

const WORD = 2 ** 32
const WARM_UP = 16

/** sfc32. Its 128-bit state keeps sequences of different seeds apart over ten million events. */
export function createRandom(seed: number, text = ''): Random {
  let a = seed >>> 0
  let b = Math.floor(seed / WORD) >>> 0
  let [c, d] = [hashOf(text, 0x811c9dc5), hashOf(text, 0x9e3779b9)]
  let turn = 1
  const next: Random = () => {
    const sum = (a + b + turn) >>> 0
    turn = (turn + 1) >>> 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3) + d) >>> 0
    c = (((c << 21) | (c >>> 11)) + sum) >>> 0
    d = sum ^ turn
    return sum / WORD
  }
  for (let n = 0; n < WARM_UP; n += 1) next()
  return next
}

function hashOf(text: string, start: number): number {
  let hash = start
  for (let n = 0; n < text.length; n += 1) hash = Math.imul(hash ^ text.charCodeAt(n), 0x01000193)
  return hash >>> 0
}

export const intBelow = (random: Random, most: number): number => Math.floor(random() * most)

export const oneOf = <Value>(random: Random, values: readonly Value[]): Value =>
  values[intBelow(random, values.length)]!

const DIGITS = Buffer.from('0123456789abcdef', 'latin1')
const DASHES = new Set([8, 13, 18, 23])
const VERSION_AT = 14
const VARIANT_AT = 19
const uuid = Buffer.alloc(36, '-', 'latin1')

/** Version 4. Written into one buffer, because a string of many joined pieces takes ten times the memory. */
export function uuidOf(random: Random): string {
  let [bits, left] = [0, 0]
  for (let at = 0; at < uuid.length; at += 1) {
    if (DASHES.has(at)) continue
    if (left === 0) [bits, left] = [(random() * WORD) >>> 0, 8]
    const digit = bits & 15
    uuid[at] = DIGITS[at === VERSION_AT ? 4 : at === VARIANT_AT ? 8 | (digit & 3) : digit]!
    bits >>>= 4
    left -= 1
  }
  return uuid.toString('latin1')
}

export function createPick<const Value>(
  choices: readonly (readonly [Value, number])[],
): (random: Random) => Value {
  const place = createPlaces(choices.map(([, weight]) => weight))
  return (random) => choices[place(random)]![0]
}

/** Draws indexes 0 … count−1, the n-th with a weight of 1/n (Zipf's law). */
export const createZipf = (count: number): ((random: Random) => number) =>
  createPlaces(Array.from({ length: count }, (_none, place) => 1 / (place + 1)))

function createPlaces(weights: readonly number[]): (random: Random) => number {
  const sums: number[] = []
  let sum = 0
  for (const weight of weights) sums.push((sum += weight))
  return (random) => {
    const drawn = random() * sum
    let [low, high] = [0, weights.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if (sums[middle]! > drawn) high = middle
      else low = middle + 1
    }
    return low
  }
}
