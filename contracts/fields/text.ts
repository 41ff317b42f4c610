import { z } from 'zod'

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

const UNKEPT = /[\p{Cc}\p{Cs}\u2028\u2029]/gu

/** Never refuses: cuts the text, and removes what cannot be stored. */
export function headerText(value: string | undefined, charsMax: number): string {
  return (value ?? '').slice(0, charsMax).replace(UNKEPT, '')
}

export const plainText = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()

/** Invisible characters make a name look like another one, or reverse the text after it in a list or a vCard. */
const UNSEEN =
  /(?!\u200c|\u200d|\ufe0f)\p{Default_Ignorable_Code_Point}|[\ufff9-\ufffb]|(?<!\p{Emoji})\ufe0f/gu
/** Joiners belong between parts of an emoji, and between letters without case, as of Arabic. */
const STRAY_JOINER =
  /(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f\p{Lo}])[\u200c\u200d]|[\u200c\u200d](?![\p{Extended_Pictographic}\p{Lo}])/gu

/** The one rule for names and free text: no invisible characters, except those that shape an emoji or a script. */
export const readable = (text: string): string => text.replace(UNSEEN, '').replace(STRAY_JOINER, '')

/** The token of a mailed link without signs that were copied around it. @param chars of the whole token */
export const mailedToken = (text: string, chars: number): string | undefined =>
  new RegExp(`^[^\\w-]*([\\w-]{${chars}})(?![A-Za-z\\d])`).exec(text)?.[1]

/** In place of words that are there and open for nobody, as `Dato eliminado` stands for those that are gone. */
export const BLOCKED_TEXT = 'Dato bloqueado'

/** Marks a row whose words are blocked. They are empty, as those of an erased one. */
export const isBlocked = z
  .literal(true)
  .optional()
  .meta({ description: 'Only where the texts are blocked: they are empty until the block is lifted.' })

export const ifBlocked = (blocked: boolean): { is_blocked?: true } => (blocked ? { is_blocked: true } : {})

export const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
/** Version 8: made of a keyed hash, as the id of a visitor who sent none; other ids of visitors are their own. */
export const isOfHash = (id: string): boolean => id.charAt(14) === '8'
/** Lower case, as we write ids: they are compared as text. */
export const LOWER_CASE_UUID = new RegExp(UUID.source)
