import { z } from 'zod'

/**
 * Text that people type. JSON allows what Postgres does not (NUL, lone surrogates), so it is refused here,
 * before anything is appended: an event that no projection can store would stop them all.
 */
// With the u flag a surrogate pair is one character: \p{Cs} matches only the lone ones.
const LINE = /^[^\p{Cc}\p{Cs}\u2028\u2029]*$/u
const PARAGRAPH = /^(?:[^\p{Cc}\p{Cs}]|[\t\n\r])*$/u
const UNREADABLE = 'Hay caracteres que no se pueden guardar.'

/** One line: no control characters, no line breaks. */
export const line = (charsMax: number) =>
  z.string().max(charsMax, `Máximo ${charsMax} caracteres.`).regex(LINE, UNREADABLE)

/** Several lines: line breaks and tabs are welcome. */
export const paragraph = (charsMax: number) =>
  z.string().max(charsMax, `Máximo ${charsMax} caracteres.`).regex(PARAGRAPH, UNREADABLE)

/** Text that must say something. */
export const filledLine = (charsMax: number) => filled(line(charsMax))
export const filledParagraph = (charsMax: number) => filled(paragraph(charsMax))

const UNFILLED = 'Completa este campo.'
/** Marks that nobody sees say nothing. */
const filled = (text: z.ZodString) =>
  text
    .trim()
    .min(1, UNFILLED)
    .regex(/[^\p{Cf}\s]/u, UNFILLED)

/** Header text for an event: cut to its limit and freed of what cannot be stored, never refused. */
export function headerText(value: string | undefined, charsMax: number): string {
  const cut = (value ?? '').slice(0, charsMax)
  return cut.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/gu, '').replace(/\p{Surrogate}/gu, '')
}
