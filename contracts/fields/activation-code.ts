import { LIMITS } from '../limits.ts'

/** No look-alikes: neither 0 and O, nor 1, I and L. 31 signs, twelve of them: 59 bits. */
export const CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
export const CODE_CHARS = 12
const GROUP_CHARS = 4

/** The code as it is printed, `XXXX-XXXX-XXXX`, however it was typed; undefined where it can be none. */
export function normalCode(typed: string): string | undefined {
  if (typed.length > LIMITS.lineCharsMax) return undefined
  const signs = typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}\p{Cf}_.]/gu, '')
  if (signs.length !== CODE_CHARS || ![...signs].every((sign) => CODE_ALPHABET.includes(sign)))
    return undefined
  return (signs.match(new RegExp(`.{${GROUP_CHARS}}`, 'g')) ?? []).join('-')
}

/** A new code. @param below random integer in [0, n), of a source that cannot be guessed */
export function newCode(below: (n: number) => number): string {
  const signs = Array.from({ length: CODE_CHARS }, () => CODE_ALPHABET[below(CODE_ALPHABET.length)])
  return normalCode(signs.join(''))!
}
