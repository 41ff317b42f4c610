/** No imports: the script of the public page includes this file. */

const PHONE_DIGITS_MIN = 8
export const PHONE_HINT = `Escribe un teléfono de al menos ${PHONE_DIGITS_MIN} dígitos, por ejemplo +56 9 1234 5678.`

export const hasPhoneDigits = (typed: string): boolean => typed.replace(/\D/g, '').length >= PHONE_DIGITS_MIN

const CHILEAN = /^(\+56)?([29]?)(\d{0,4})(\d{0,4})$/

export function groupedPhone(typed: string): string {
  const [, country, area, first, last] = CHILEAN.exec(typed.replace(/[\s.()-]/g, '')) || []
  if (!area) return typed
  return [country, area, first, last].filter(Boolean).join(' ')
}

export function caretIn(grouped: string, typed: string, caret: number): number {
  let left = typed.slice(0, caret).replace(/[^\d+]/g, '').length
  let at = 0
  for (; left > 0 && at < grouped.length; at += 1) if (/[\d+]/.test(grouped.charAt(at))) left -= 1
  return at
}
