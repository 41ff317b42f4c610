const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
]

/** ln Γ(x) for x > 0, by Lanczos' approximation (g = 7, nine terms), to about 15 digits. */
export function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x)
  const base = x + 6.5
  const sum = LANCZOS.reduce((total, term, index) => total + (index === 0 ? term : term / (x - 1 + index)))
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(base) - base + Math.log(sum)
}

const STEPS_MAX = 10_000
const TINY = 1e-300
const awayFromZero = (value: number): number => (Math.abs(value) < TINY ? TINY : value)

/** Continued fraction of the incomplete beta function, by Lentz' method. */
function fraction(x: number, a: number, b: number): number {
  let [numerator, denominator] = [1, 1 / awayFromZero(1 - ((a + b) * x) / (a + 1))]
  let value = denominator
  const take = (term: number): number => {
    denominator = 1 / awayFromZero(1 + term * denominator)
    numerator = awayFromZero(1 + term / numerator)
    value *= numerator * denominator
    return numerator * denominator
  }
  for (let step = 1; step <= STEPS_MAX; step += 1) {
    const twice = 2 * step
    take((step * (b - step) * x) / ((a + twice - 1) * (a + twice)))
    const change = take((-(a + step) * (a + b + step) * x) / ((a + twice) * (a + twice + 1)))
    if (Math.abs(change - 1) < 1e-14) return value
  }
  return value
}

/** Regularised: I_x(a, b). */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x))
  return x < (a + 1) / (a + b + 2) ? (front * fraction(x, a, b)) / a : 1 - (front * fraction(1 - x, b, a)) / b
}

const HALVINGS = 60

export function inverseIncompleteBeta(chance: number, a: number, b: number): number {
  let [low, high] = [0, 1]
  for (let halving = 0; halving < HALVINGS; halving += 1) {
    const middle = (low + high) / 2
    if (incompleteBeta(middle, a, b) < chance) low = middle
    else high = middle
  }
  return (low + high) / 2
}
