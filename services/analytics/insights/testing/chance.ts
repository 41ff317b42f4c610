import type { Random } from '../../../product/generator/random.ts'

/** Fisher and Yates's shuffle. */
export function shuffled<Value>(random: Random, values: readonly Value[]): readonly Value[] {
  const order = [...values]
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1))
    ;[order[last], order[other]] = [order[other]!, order[last]!]
  }
  return order
}

const untilNext = (random: Random): number => -Math.log(1 - random())

/** Counts events of a time whose distances are exponential. */
export function poisson(random: Random, mean: number): number {
  let count = 0
  for (let at = untilNext(random); at <= mean; at += untilNext(random)) count += 1
  return count
}

/** Adds so many distances: their mean is the shape. */
export const gamma = (random: Random, shape: number): number =>
  Array.from({ length: shape }, () => untilNext(random)).reduce((sum, one) => sum + one, 0)
