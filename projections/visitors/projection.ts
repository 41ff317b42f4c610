import type { StoredEvent } from '@app/contracts/event-store.ts'
import { readEvent } from '@app/contracts/events/catalogue.ts'
import { idMeant } from '../erasure.ts'
import { idIn, type Projection } from '../runtime/projection.ts'
import { foldRows, type RowFold } from '../runtime/row-fold.ts'
import {
  FORMS_KEPT_MAX,
  saveErasures,
  saveForms,
  type ForgottenVisitor,
  type VisitorFact,
  type VisitorText,
} from './forms.ts'

/**
 * The fields stay encrypted as in the log, so destroying a key makes them unreadable at once.
 * `SubjectErased` deletes a visitor's rows; `visitor_erasures` then says from which position on facts are theirs again.
 * `visitor_forms` has the newest forms of a visitor, as many as they are shown: a stranger may send any number at one
 * instant. `forms` counts all.
 */
const VISITOR_TABLES = `
create table identified_visitors (
  key text collate "C" primary key,
  profile_id uuid not null,
  visitor_id uuid not null,
  identified jsonb,
  named jsonb,
  forms integer not null,
  last_at bigint not null
);
create index on identified_visitors (profile_id, last_at);

create table visitor_forms (
  event_id uuid primary key,
  key text collate "C" not null,
  at bigint not null,
  position bigint not null,
  consent text not null,
  key_ref text not null,
  fields jsonb not null
);
create index on visitor_forms (key, at, position);

create table visitor_erasures (
  key text collate "C" primary key,
  position bigint not null
);
`
const VISITOR_VIEWS = ['identified_visitors', 'visitor_forms', 'visitor_erasures'] as const

interface VisitorRow {
  readonly key: string
  readonly profile_id: string
  readonly visitor_id: string
  readonly identified: VisitorText | null
  /** A name sent with a click or a download. */
  readonly named: VisitorText | null
  /** How many forms the visitor sent. */
  readonly forms: number
  readonly last_at: number
}

const SUBJECT_PREFIX = 'visitor-'
const FIELDS = { identified: ['fullName', 'phone', 'description'], named: ['visitorName'] } as const

/** Compares event times, so that the order of arrival does not matter. */
const later = (one: VisitorText | null, other: VisitorText): VisitorText =>
  one === null || other.at > one.at || (other.at === one.at && other.eventId > one.eventId) ? other : one

function evolve(row: VisitorRow | undefined, fact: VisitorFact): VisitorRow | undefined {
  if (fact.slot === 'forgotten') return undefined
  const { key, profileId, visitorId, slot, text } = fact
  const before = row ?? {
    key,
    profile_id: profileId,
    visitor_id: visitorId,
    identified: null,
    named: null,
    forms: 0,
    last_at: text.at,
  }
  const forms = before.forms + (slot === 'identified' ? 1 : 0)
  return { ...before, [slot]: later(before[slot], text), forms, last_at: Math.max(before.last_at, text.at) }
}

const visitorRows: RowFold<VisitorRow, VisitorFact> = {
  table: 'identified_visitors',
  key: 'key',
  keyType: 'text',
  keyOf: ({ key }) => key,
  evolve,
}

function read(event: StoredEvent): VisitorFact | undefined {
  const { id, type, data, meta } = event
  if (type === 'SubjectErased') return forgottenIn(event)
  const [profileId, visitorId] = [idIn(data.profileId), idIn(data.visitorId)]
  const slot = type === 'VisitorIdentified' ? 'identified' : 'named'
  const fields = Object.fromEntries(
    FIELDS[slot].flatMap((name) => (name in data ? [[name, data[name]]] : [])),
  )
  if (meta.keyRef === undefined || Object.keys(fields).length === 0) return undefined
  const text = { at: Date.parse(meta.occurredAt), eventId: id, keyRef: meta.keyRef, fields }
  const consent = typeof data.consent === 'string' ? data.consent : ''
  return {
    key: `${profileId}.${visitorId}`,
    profileId,
    visitorId,
    slot,
    position: event.position,
    text,
    consent,
  }
}

function forgottenIn(event: StoredEvent): ForgottenVisitor | undefined {
  readEvent(event)
  const key = idMeant(event, SUBJECT_PREFIX).toLowerCase()
  return key === '' ? undefined : { key, slot: 'forgotten', position: event.position }
}

export const visitorsProjection: Projection = {
  name: 'visitors',
  version: 7,
  handles: ['VisitorIdentified', 'LinkClicked', 'ContactDownloaded', 'SubjectErased'],
  reads: 'sealed',
  tables: VISITOR_TABLES,
  views: VISITOR_VIEWS,
  subjectOf: ({ data }) => `${idIn(data.profileId)}.${idIn(data.visitorId)}`,
  project: async (tx, events) => {
    const known = events.map(read).filter((fact) => fact !== undefined)
    if (known.length === 0) return
    const rows = await foldRows(tx, visitorRows, known)
    const crowded = rows.filter(({ forms }) => forms > FORMS_KEPT_MAX)
    await saveErasures(tx, known)
    await saveForms(
      tx,
      known,
      crowded.map(({ key }) => key),
    )
  },
}
