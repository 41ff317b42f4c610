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

const KNUTH_MAX = 500

/** Knuth's method; halves large means, because their exponential would underflow. */
export function poisson(random: Random, mean: number): number {
  if (mean > KNUTH_MAX) return poisson(random, mean / 2) + poisson(random, mean / 2)
  const end = Math.exp(-mean)
  let count = -1
  for (let product = 1; product > end || count < 0; count += 1) product *= random()
  return count
}

const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

/** Marsaglia and Tsang's method for shapes from 1 on; the mean is the shape. */
export function gamma(random: Random, shape: number): number {
  const base = shape - 1 / 3
  for (;;) {
    const drawn = normal(random)
    const cubed = (1 + drawn / Math.sqrt(9 * base)) ** 3
    if (cubed <= 0) continue
    const least = drawn ** 2 / 2 + base * (1 - cubed + Math.log(cubed))
    if (Math.log(1 - random()) < least) return base * cubed
  }
}
