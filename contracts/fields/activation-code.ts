import { LIMITS } from '../limits/limits.ts'

/** Without 0, O, 1, I and L, which look alike. */
export const CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
/** Decides how hard a code is to guess: as many characters of the alphabet are 59 bits. */
const CODE_CHARS = 12
const GROUP_CHARS = 4

/** As printed, in groups with hyphens; undefined when it cannot be a code. */
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

/** @param below cryptographically random integer in [0, n) */
export function newCode(below: (n: number) => number): string {
  const signs = Array.from({ length: CODE_CHARS }, () => CODE_ALPHABET[below(CODE_ALPHABET.length)])
  return normalCode(signs.join(''))!
}

const PART = 'code'

/** The address in the printed QR code: behind the `#`, a code is in no request, log or referrer. */
export const activationAddress = (origin: string, code: string): string =>
  `${origin}/activate#${PART}=${encodeURIComponent(code)}`

/** The code behind the `#` of an address, without signs behind it. */
export const codeInHash = (hash: string): string | undefined =>
  normalCode((new URLSearchParams(hash.replace(/^#/, '')).get(PART) ?? '').replace(/[^a-z\d]+$/i, ''))
