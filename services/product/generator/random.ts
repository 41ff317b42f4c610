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

const hashOf = (text: string, start: number): number =>
  [...text].reduce((hash, char) => Math.imul(hash ^ char.charCodeAt(0), 0x01000193), start) >>> 0

export const intBelow = (random: Random, most: number): number => Math.floor(random() * most)

export const oneOf = <Value>(random: Random, values: readonly Value[]): Value =>
  values[intBelow(random, values.length)]!

export function uuidOf(random: Random): string {
  const word = (): string => ((random() * WORD) >>> 0).toString(16).padStart(8, '0')
  const [second, third] = [word(), word()]
  return `${word()}-${second.slice(4)}-4${second.slice(1, 4)}-a${third.slice(5)}-${third.slice(0, 4)}${word()}`
}
