import { readEvent, type PastEvent, type PastEventOf } from '@app/contracts/events/catalogue.ts'
import { quotationStream } from '@app/contracts/events/quotation-events.ts'
import type { QuotationStatus } from '@app/contracts/quoted-cards.ts'
import { idMeant, orderOf } from '../erasure.ts'
import { searchWordsOf } from '../lists/search-words.ts'
import type { RowSeals } from '../row-seals.ts'
import { projection, type BuildTransaction } from '../runtime/projection.ts'
import { foldRows, type RowFold } from '../runtime/row-fold.ts'
import { QUOTATION_TABLES, QUOTATION_VIEWS } from './tables.ts'

type Requested = PastEventOf<'QuotationRequested'>['data']
type Personal = 'company' | 'contactPerson' | 'email' | 'phone' | 'comments'
export type QuotationText = { readonly [Field in Personal]: string }

interface QuotationRow {
  readonly id: string
  /** Null once the request's key is destroyed. */
  readonly words: QuotationText | null
  readonly search_words: readonly number[]
  /** Nobody finds what nobody may read. */
  readonly is_blocked: boolean
  readonly estimated_cards: string
  readonly status: QuotationStatus
  readonly created_at: number
}

interface QuotationFact {
  readonly id: string
  readonly at: string
  readonly event: PastEvent
}

const STREAM_PREFIX = quotationStream('')
export const QUOTATIONS_LIST = 'quotations'

function textOf({ company, contactPerson, email, phone, comments = '' }: Requested): QuotationText | null {
  const isWhole =
    company !== undefined && contactPerson !== undefined && email !== undefined && phone !== undefined
  return isWhole ? { company, contactPerson, email, phone, comments } : null
}

/** Digits of a Chilean number, so that it is found without its spaces and without +56. */
const DIGITS = 9

const foundBy = ({ company, contactPerson, email, phone }: QuotationText): readonly string[] => [
  company,
  contactPerson,
  email,
  phone,
  phone.replaceAll(/\D/g, '').slice(-DIGITS),
]

const foundAs = (
  seals: RowSeals,
  words: QuotationText | null,
): Pick<QuotationRow, 'words' | 'search_words'> => ({
  words,
  search_words: words === null ? [] : searchWordsOf(seals, QUOTATIONS_LIST, foundBy(words)),
})

const requested = (
  seals: RowSeals,
  { id, at }: Omit<QuotationFact, 'event'>,
  data: Requested,
): QuotationRow => {
  return {
    id,
    ...foundAs(seals, textOf(data)),
    is_blocked: false,
    estimated_cards: data.estimatedCards,
    status: 'pending',
    created_at: Date.parse(at),
  }
}

/** Nobody finds who is blocked by their words. */
const corrected = (seals: RowSeals, row: QuotationRow, data: Partial<QuotationText>): QuotationRow => {
  const found = foundAs(seals, { ...row.words!, ...data })
  return { ...row, ...found, ...(row.is_blocked ? { search_words: [] } : {}) }
}

function evolve(
  seals: RowSeals,
  row: QuotationRow | undefined,
  { event, ...fact }: QuotationFact,
): QuotationRow | undefined {
  if (event.type === 'QuotationRequested') return row ?? requested(seals, fact, event.data)
  if (event.type === 'SubjectErased')
    return row && { ...row, words: null, search_words: [], is_blocked: false }
  if (event.type === 'SubjectBlocked') return row && { ...row, search_words: [], is_blocked: true }
  if (event.type === 'SubjectUnblocked')
    return row && { ...row, ...foundAs(seals, row.words), is_blocked: false }
  if (row === undefined) throw new Error(`quotation ${fact.id}: ${event.type} before QuotationRequested`)
  switch (event.type) {
    case 'QuotationCorrected':
      return row.words === null ? row : corrected(seals, row, event.data)
    case 'QuotationContacted':
      return { ...row, status: 'contacted' }
    case 'QuotationCompleted':
      return { ...row, status: 'completed' }
    default:
      throw new Error(`the quotations projection does not read ${event.type}`)
  }
}

const quotationRows = (seals: RowSeals): RowFold<QuotationRow, QuotationFact> => ({
  table: 'quotations',
  key: 'id',
  keyType: 'uuid',
  keyOf: ({ id }) => id,
  sealed: { columns: ['words'], subjectOf: quotationStream },
  evolve: (row, fact) => evolve(seals, row, fact),
})

async function project(tx: BuildTransaction, facts: readonly QuotationFact[]): Promise<void> {
  const ours = facts.filter(({ id }) => id !== '')
  if (ours.length === 0) return
  if (tx.seals === undefined) throw new Error('quotations has nothing to be sealed with')
  await foldRows(tx, quotationRows(tx.seals), ours)
}

export const quotationsProjection = projection<QuotationFact>({
  name: 'quotations',
  version: 5,
  handles: [
    'QuotationRequested',
    'QuotationCorrected',
    'QuotationContacted',
    'QuotationCompleted',
    'SubjectErased',
    'SubjectBlocked',
    'SubjectUnblocked',
  ],
  reads: 'opened',
  hasSealedRows: true,
  tables: QUOTATION_TABLES,
  views: QUOTATION_VIEWS,
  subjectOf: (stored) => orderOf(stored, stored.stream),
  read: (stored) => ({
    id: idMeant(stored, STREAM_PREFIX),
    at: stored.meta.occurredAt,
    event: readEvent(stored),
  }),
  project,
})
