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
