import { CODE_CHARS } from '@app/contracts/fields/activation-code.ts'

/**
 * Draws the same codes in every attempt with one Idempotency-Key, so that an attempt that died is finished and not
 * repeated. Ids derive from a keyed hash: nobody can guess them without the vault. One has 122 bits, more than `CODE_CHARS` draws use.
 */
export function drawsOf(idOf: (name: string) => string): (n: number) => number {
  let drawn = 0
  let rest = 0n
  return (n) => {
    if (drawn % CODE_CHARS === 0) rest = BigInt(`0x${idOf(`code ${drawn / CODE_CHARS}`).replaceAll('-', '')}`)
    drawn += 1
    const value = Number(rest % BigInt(n))
    rest /= BigInt(n)
    return value
  }
}
