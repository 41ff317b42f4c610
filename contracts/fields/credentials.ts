import { z } from 'zod'
import { LIMITS } from '../limits/limits.ts'

/** OpaqueString of RFC 8265: systems type the same letter as one character or as two, and blanks of several kinds. */
export const opaquePassword = (typed: string): string => typed.replace(/\p{Zs}/gu, ' ').normalize('NFC')

const bytesOf = (text: string): number => new TextEncoder().encode(text).length

const RULES: readonly (readonly [message: string, holds: (password: string) => boolean])[] = [
  [
    `La contraseña debe tener al menos ${LIMITS.passwordCharsMin} caracteres`,
    (password) => [...password].length >= LIMITS.passwordCharsMin,
  ],
  ['La contraseña debe incluir al menos una letra mayúscula', (password) => /\p{Lu}/u.test(password)],
  ['La contraseña debe incluir al menos una letra minúscula', (password) => /\p{Ll}/u.test(password)],
  ['La contraseña debe incluir al menos un número', (password) => /\d/.test(password)],
  // bcrypt silently ignores all bytes after the 72nd.
  [
    `La contraseña es demasiado larga: el máximo son ${LIMITS.passwordBytesMax} bytes (una letra con tilde ocupa 2)`,
    (password) => bytesOf(password) <= LIMITS.passwordBytesMax,
  ],
  [
    'La contraseña tiene caracteres que no se pueden usar',
    (password) => !/[\p{Cc}\p{Surrogate}]/u.test(password),
  ],
]

export const passwordFaults = (password: string): readonly string[] =>
  RULES.filter(([, holds]) => !holds(opaquePassword(password))).map(([message]) => message)

export const newPassword = z
  .string()
  .superRefine((password, context) => {
    const [fault] = passwordFaults(password)
    if (fault !== undefined) context.addIssue({ code: 'custom', message: fault })
  })
  .meta({
    format: 'password',
    description: `An upper and a lower case letter, a digit; at most ${LIMITS.passwordBytesMax} bytes of UTF-8.`,
    minLength: LIMITS.passwordCharsMin,
    maxLength: LIMITS.passwordBytesMax,
    pattern: '^(?=.*\\p{Lu})(?=.*\\p{Ll})(?=.*\\d)[^\\p{Cc}\\p{Cs}]*$',
  })

export const areSamePassword = (one: string, other: string): boolean =>
  opaquePassword(one) === opaquePassword(other)

export const PASSWORDS_DIFFER = 'Las contraseñas no coinciden'

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
