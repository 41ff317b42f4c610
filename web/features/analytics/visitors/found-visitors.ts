import { BYTE_ORDER_MARK, csvLine } from '@app/contracts/csv.ts'
import { dateText } from '../../../ui/wording/exact-time.ts'
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

const HEAD = ['Nombre', 'Teléfono', 'Nota', 'Clics', 'Guardó el contacto', 'Fecha']

export const csvOfVisitors = (visitors: readonly ListedVisitor[]): string =>
  BYTE_ORDER_MARK +
  [
    HEAD,
    ...visitors.map(({ name, phone, description, clicks, vcf_downloaded: hasSaved, named_at: at }) => [
      name,
      phone,
      description,
      String(clicks),
      hasSaved ? 'Sí' : 'No',
      dateText(at),
    ]),
  ]
    .map(csvLine)
    .join('')
