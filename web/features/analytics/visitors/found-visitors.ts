import type { ListedVisitor } from './visitor-rows.ts'

const MARKS = /\p{Mn}/gu
const plain = (text: string): string => text.normalize('NFD').replaceAll(MARKS, '').toLowerCase()
const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')

/** Whose name, note or phone has the text; capitals, accents and the spaces of a number do not matter. */
export function visitorsWith(visitors: readonly ListedVisitor[], search: string): readonly ListedVisitor[] {
  const [text, digits] = [plain(search.trim()), digitsOf(search)]
  return visitors.filter(
    ({ name, description, phone }) =>
      plain(`${name}\n${description}\n${phone}`).includes(text) ||
      (digits.length > 2 && digitsOf(phone).includes(digits)),
  )
}
