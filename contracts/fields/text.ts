import { z } from 'zod'
import { readable } from './readable.ts'

/** JSON allows NUL and lone surrogates; Postgres does not, and one such event would stop all projections. */
// With the u flag a surrogate pair is one character: \p{Cs} matches only lone surrogates.
const LINE = /^[^\p{Cc}\p{Cs}\u2028\u2029]*$/u
const PARAGRAPH = /^(?:[^\p{Cc}\p{Cs}]|[\t\n\r])*$/u
const UNREADABLE = 'Hay caracteres que no se pueden guardar.'

/** @param absent the refusal where there is no text at all */
export const line = (charsMax: number, absent?: string) =>
  z.string(absent).max(charsMax, `Máximo ${charsMax} caracteres.`).regex(LINE, UNREADABLE)

export const paragraph = (charsMax: number) =>
  z.string().max(charsMax, `Máximo ${charsMax} caracteres.`).regex(PARAGRAPH, UNREADABLE)

const UNFILLED = 'Completa este campo.'

export const filledLine = (charsMax: number, unfilled?: string) =>
  filled(line(charsMax, unfilled), unfilled ?? UNFILLED)
export const filledParagraph = (charsMax: number) => filled(paragraph(charsMax), UNFILLED)

/** Text of people, without invisible characters. `line` and `paragraph` also read ids, which stay as they are. */
export const freeLine = (charsMax: number) => z.string().overwrite(readable).pipe(line(charsMax))
export const freeParagraph = (charsMax: number) => z.string().overwrite(readable).pipe(paragraph(charsMax))

/** The braille cell without dots is a letter to Unicode, and looks like a space. */
const filled = (text: z.ZodString, unfilled: string) =>
  text
    .overwrite(readable)
    .trim()
    .min(1, unfilled)
    .regex(/[^\p{Cf}\s\u2800]/u, unfilled)

/** Never refuses: cuts the text, and removes what cannot be stored. */
export function headerText(value: string | undefined, charsMax: number): string {
  const cut = (value ?? '').slice(0, charsMax)
  return cut.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/gu, '').replace(/\p{Surrogate}/gu, '')
}

/** Ignores accents, case and repeated blanks. */
export const plainText = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
