import { LIMITS } from '@app/contracts/limits/limits.ts'

/** The rules for passwords that people choose. */
export function isPassword(text: string): boolean {
  if ([...text].length < LIMITS.passwordCharsMin || Buffer.byteLength(text) > LIMITS.passwordBytesMax)
    return false
  return /\p{Lu}/u.test(text) && /\p{Ll}/u.test(text) && /\d/.test(text)
}
