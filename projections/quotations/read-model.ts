import type { PastEventOf } from '@app/contracts/events/catalogue.ts'
import { quotationStream } from '@app/contracts/quotations.ts'
import { idBehind, rowModel, rowTable, type Fact, type RowOf } from '@app/services/kernel/models/row-model.ts'

type Requested = PastEventOf<'QuotationRequested'>['data']
type Personal = 'company' | 'contactPerson' | 'email' | 'phone' | 'comments'
export type QuotationText = { readonly [Field in Personal]: string }
/** Listed once the request's key is destroyed, and while the person is blocked: date, cards and status stay. */
export const ERASED: QuotationText = { company: '', contactPerson: '', email: '', phone: '', comments: '' }

/** Without words once it is erased. Instants are milliseconds since 1970. */
type QuotationRow = RowOf<'read.quotations'> & { readonly words: QuotationText | null }

/** Pending ones by their age, then the others, the newest first. */
export const DUE = `(case when status = 'pending' then created_at else 9000000000000 - created_at end)`

/** Digits of a Chilean number, so that a search needs neither spaces nor +56. */
const DIGITS = 9

function textOf({ company, contactPerson, email, phone, comments = '' }: Requested): QuotationText | null {
  const isWhole =
    company !== undefined && contactPerson !== undefined && email !== undefined && phone !== undefined
  return isWhole ? { company, contactPerson, email, phone, comments } : null
}

function evolve(row: QuotationRow | undefined, { key: id, event, atMs }: Fact): QuotationRow {
  if (event.type === 'QuotationRequested') {
    const { estimatedCards } = event.data
    const begun = { id, status: 'pending', estimated_cards: estimatedCards, created_at: atMs } as const
    return row ?? { ...begun, words: textOf(event.data) }
  }
  if (row === undefined) throw new Error(`quotation ${id}: ${event.type} before QuotationRequested`)
  switch (event.type) {
    case 'QuotationCorrected':
      return row.words === null ? row : { ...row, words: { ...row.words, ...event.data } }
    case 'QuotationContacted':
      return { ...row, status: 'contacted' }
    case 'QuotationCompleted':
      return { ...row, status: 'completed' }
    default:
      throw new Error(`the read model of quotations does not read ${event.type}`)
  }
}

export const quotationsModel = rowModel({
  name: 'quotations',
  version: 6,
  handles: ['QuotationRequested', 'QuotationCorrected', 'QuotationContacted', 'QuotationCompleted'],
  tables: [
    rowTable<QuotationRow>({
      view: 'read.quotations',
      key: 'id',
      indexes: ['(created_at, id)', '(status, created_at, id)', `(${DUE}, id)`],
      personal: {
        subjectOf: ({ stream }) => stream,
        foundBy: ({ company, contactPerson, email, phone }) => [
          company,
          contactPerson,
          email,
          phone,
          phone.replaceAll(/\D/g, '').slice(-DIGITS),
        ],
      },
      keyOf: idBehind(quotationStream('')),
      evolve,
    }),
  ],
})
