export function normalAbove(z: number): number {
  if (z < 0) return 1 - normalAbove(-z)
  return z < SERIES_BELOW ? 0.5 - bellFrom0(z) : bell(z) / tailFraction(z)
}

const SERIES_BELOW = 3
const FRACTION_TERMS = 60
const bell = (z: number): number => Math.exp(-(z ** 2) / 2) / Math.sqrt(2 * Math.PI)

/** Series z + z³/3 + z⁵/15 + …: each term is the one before times z²/(2n+1). */
function bellFrom0(z: number): number {
  let [term, sum] = [z, z]
  for (let odd = 3; term > sum * 1e-17; odd += 2) {
    term *= z ** 2 / odd
    sum += term
  }
  return bell(z) * sum
}

/** Laplace's continued fraction z + 1/(z + 2/(z + 3/(z + …))). */
function tailFraction(z: number): number {
  let value = z
  for (let term = FRACTION_TERMS; term >= 1; term -= 1) value = z + term / value
  return value
}
