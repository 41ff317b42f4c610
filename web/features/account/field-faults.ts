import { EMAIL_FAULT, mailboxOf } from '@app/contracts/fields/email.ts'
import { LIMITS } from '@app/contracts/limits.ts'
import { passwordFaults, PASSWORDS_DIFFER } from '@app/contracts/fields/password.ts'

const EMPTY = 'Completa este campo.'

function tooLong(text: string, charsMax: number): string | undefined {
  const over = text.length - charsMax
  return over > 0 ? `Máximo ${charsMax} caracteres. Te sobran ${over}.` : undefined
}

export function nameFault(typed: string): string | undefined {
  const name = typed.trim()
  return name === '' ? EMPTY : tooLong(name, LIMITS.nameCharsMax)
}

export function emailFault(typed: string): string | undefined {
  const email = typed.trim()
  if (email === '') return EMPTY
  const fault = mailboxOf(email.normalize('NFKC')) === undefined ? EMAIL_FAULT : undefined
  return tooLong(email, LIMITS.emailCharsMax) ?? fault
}

/** Whether a password is the right one, only the server knows. */
export const passwordFault = (password: string): string | undefined => (password === '' ? EMPTY : undefined)

/** Of a password to be set: the first rule that it breaks. */
export const newPasswordFault = (password: string): string | undefined =>
  passwordFault(password) ?? passwordFaults(password)[0]

export const repeatedPasswordFault = (password: string, repeated: string): string | undefined =>
  passwordFault(repeated) ?? (password === repeated ? undefined : PASSWORDS_DIFFER)
