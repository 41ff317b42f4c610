import type { ProfileDetails } from '../events/profile-events.ts'
import { clean } from './web-address.ts'

const BETWEEN_WORDS = /[\s<>()[\]{}"'«»“”‘’|,;]+/u
const BETWEEN_NUMBERS = /[^\d+\s().\p{Pd}]+|\s\p{Pd}+\s/u
const FINAL_MARKS = /(?<![.:!?])[.:!?]+$/

const words = (text: string): readonly string[] => text.split(BETWEEN_WORDS)
const addresses = (text: string): readonly string[] => words(text).filter((word) => word.includes('/'))
const numbers = (text: string): readonly string[] => text.split(BETWEEN_NUMBERS)
const named = (text: string): readonly string[] => words(text).filter((word) => /^@|\//.test(word))

const PIECES: Partial<Record<keyof ProfileDetails, (text: string) => readonly string[]>> = {
  email: (text) => text.split(/[:?]/).flatMap(words),
  phone: numbers,
  whatsapp: (text) => [...addresses(text), ...numbers(text)],
  instagram: named,
  linkedin: named,
  facebook: named,
  website: words,
  custom_link: words,
}

/** Parts of a pasted text of which one may be what the field takes: `Fono: +56 2 2345 6789 anexo 123`. */
export const piecesOf = (name: keyof ProfileDetails, typed: string): readonly string[] =>
  (PIECES[name]?.(clean(typed).normalize('NFKC')) ?? []).map((piece) => piece.replace(FINAL_MARKS, '').trim())
