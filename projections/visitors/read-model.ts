import type { JsonObject, StoredEvent } from '@app/contracts/event-store.ts'
import { visitorSubject } from '@app/contracts/taps.ts'
import { ERASED, idIn, subjectIn } from '@app/services/kernel/models/projection.ts'
import { rowModel, rowTable, type Fact, type RowOf } from '@app/services/kernel/models/row-model.ts'

export interface VisitorText {
  readonly at: number
  readonly eventId: string
  readonly fields: JsonObject
}
type Slot = 'identified' | 'named'
export type VisitorWords = Readonly<Record<Slot, VisitorText | null>>
type VisitorRow = RowOf<'read.identified_visitors'> & { readonly words: VisitorWords | null }
type FormRow = RowOf<'read.visitor_forms'> & { readonly words: JsonObject }

const isForm = ({ type }: StoredEvent): boolean => type === 'VisitorIdentified'
const slotOf = (event: StoredEvent): Slot => (isForm(event) ? 'identified' : 'named')
/** A name may also come with a click or a download. */
const FIELDS = { identified: ['fullName', 'phone', 'description'], named: ['visitorName'] } as const

function textIn(event: StoredEvent): VisitorText | undefined {
  const { id, data, meta } = event
  const fields: JsonObject = Object.fromEntries(
    FIELDS[slotOf(event)].flatMap((name) => (name in data ? [[name, data[name]]] : [])),
  )
  if (Object.keys(fields).length === 0) return undefined
  return { at: Date.parse(meta.occurredAt), eventId: id, fields }
}

const subjectOf = ({ meta }: StoredEvent): string => meta.keyRef ?? ''

const keyOf = (event: StoredEvent): string | undefined =>
  textIn(event) && `${idIn(event.data.profileId)}.${idIn(event.data.visitorId)}`

/** Compares event times, so that the order of arrival does not matter. */
const later = (one: VisitorText | null, other: VisitorText): VisitorText =>
  one === null || other.at > one.at || (other.at === one.at && other.eventId > one.eventId) ? other : one

function evolve(row: VisitorRow | undefined, { key, stored, atMs }: Fact): VisitorRow {
  const slot = slotOf(stored)
  const words = row?.words ?? { identified: null, named: null }
  const before = row ?? {
    key,
    profile_id: idIn(stored.data.profileId),
    visitor_id: idIn(stored.data.visitorId),
    forms: 0,
    last_at: atMs,
  }
  return {
    ...before,
    words: { ...words, [slot]: later(words[slot], textIn(stored)!) },
    forms: before.forms + (isForm(stored) ? 1 : 0),
    last_at: Math.max(before.last_at, atMs),
  }
}

function formOf({ stored, atMs }: Fact): FormRow {
  const { eventId, fields } = textIn(stored)!
  const consent = typeof stored.data.consent === 'string' ? stored.data.consent : ''
  const place = { key: keyOf(stored)!, at: atMs, position: String(stored.position) }
  return { event_id: eventId, ...place, consent, words: fields }
}

const VISITOR = 'visitor-'
/** The key of a visitor who was erased; undefined where that is somebody else. */
const erasedIn = (event: StoredEvent): string | undefined =>
  event.type === ERASED && subjectIn(event).startsWith(VISITOR)
    ? subjectIn(event).slice(VISITOR.length).toLowerCase()
    : undefined

export const visitorsModel = rowModel({
  name: 'visitors',
  version: 9,
  handles: ['VisitorIdentified', 'LinkClicked', 'ContactDownloaded'],
  subjectOf: ({ data }) => visitorSubject(idIn(data.profileId), idIn(data.visitorId)),
  tables: [
    rowTable<VisitorRow>({
      view: 'read.identified_visitors',
      key: 'key',
      indexes: ['(profile_id, last_at)'],
      personal: { subjectOf, isRemoved: true },
      keyOf,
      evolve,
    }),
    rowTable<FormRow>({
      view: 'read.visitor_forms',
      key: 'event_id',
      indexes: ['(key, at, position)'],
      personal: { subjectOf, isRemoved: true },
      keyOf: (event) => (isForm(event) ? textIn(event)?.eventId : undefined),
      evolve: (_row, fact) => formOf(fact),
    }),
    // Facts after this position are an erased visitor's own again.
    rowTable<RowOf<'read.visitor_erasures'>>({
      view: 'read.visitor_erasures',
      key: 'key',
      keyOf: erasedIn,
      evolve: (_row, { key, stored }) => ({ key, position: String(stored.position) }),
    }),
  ],
})
