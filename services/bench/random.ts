import type { Random } from '@app/ops/sample/random.ts'

export const pick = <Value>(random: Random, values: readonly Value[]): Value =>
  values[Math.floor(random() * values.length)]!

/** A UUID of version 4 out of the given numbers. */
export function uuidOf(random: Random): string {
  const word = (): string =>
    Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0')
  const hex = word() + word() + word() + word()
  const variant = '89ab'[Number.parseInt(hex[16]!, 16) % 4]!
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
}

/** Draws places 0 … count−1, the n-th about n times as rarely as the first: as people share their attention out. */
export function createZipf(random: Random, count: number): () => number {
  const sums: number[] = []
  let sum = 0
  for (let place = 1; place <= count; place += 1) sums.push((sum += 1 / place))
  return () => {
    const drawn = random() * sum
    let [low, high] = [0, count - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if (sums[middle]! > drawn) high = middle
      else low = middle + 1
    }
    return low
  }
}
