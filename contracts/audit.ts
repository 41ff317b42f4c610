import { z } from 'zod'
import { isBlocked, line } from './fields/text.ts'
import { LIMITS } from './limits/limits.ts'
import { LIST_HEADERS, placeInList, sizeUpTo, CSV_TYPE } from './api/call-parts.ts'
import { call } from './api/call.ts'
import { ownProfile, publicProfile } from './profile-calls.ts'

/** `profile-<id>`, `account-<id>`, …: the stream whose life a change belongs to, its own or the one it names. */
export const historyEntity = z
  .object({
    kind: z.enum(['profile', 'account', 'quotation', 'activation-code', 'log']),
    id: z.string(),
    /** Name of a person, slug of a profile; null when it was erased, or has none. */
    label: z.string().nullable(),
    /** The profile's present one, while it has a page. */
    slug: z.string().nullable(),
  })
  .meta({ id: 'HistoryEntity' })
export type HistoryEntity = z.infer<typeof historyEntity>

/** Parts of a Spanish sentence. `who` is bold; `erased` can be read by nobody any more, `blocked` by nobody for now. */
export const sentencePart = z.object({ as: z.enum(['text', 'who', 'erased', 'blocked']), text: z.string() })
export type SentencePart = z.infer<typeof sentencePart>

/** Null is an absent value; with `is_erased` neither side can be read, be it any more or while it is blocked. */
const fieldChange = z
  .object({
    field: z.string(),
    label: z.string(),
    before: z.string().nullable(),
    after: z.string().nullable(),
    is_erased: z.boolean(),
    is_blocked: isBlocked,
  })
  .meta({ id: 'FieldChange' })
export type FieldChange = z.infer<typeof fieldChange>

const actor = z.object({
  kind: z.enum(['visitor', 'owner', 'admin', 'system']),
  /** The account's id; null for visitors and the system. */
  id: z.string().nullable(),
  /** Null once the account is erased. */
  name: z.string().nullable(),
})

const historyEntry = z
  .object({
    position: z.string(),
    /** Version of a profile or account, from 1. Null where a line has none. */
    version: z.int().min(1).nullable(),
    type: z.string(),
    at: z.iso.datetime(),
    actor,
    entity: historyEntity,
    sentence: z.array(sentencePart),
    changes: z.array(fieldChange),
  })
  .meta({ id: 'HistoryEntry' })
export type HistoryEntry = z.infer<typeof historyEntry>

/** A page is smaller than in the lists of administrators, because a line is a sentence with its changes. */
export const historyPage = {
  after: placeInList,
  limit: sizeUpTo(LIMITS.historyRowsMax, 'cambios').prefault(String(LIMITS.historyRows)),
}

const idParam = z.object({ id: z.string().max(LIMITS.lineCharsMax) })
export const getProfileHistory = call({
  method: 'get',
  path: '/api/profile/{id}/history',
  summary: 'Changes of a profile, newest first. Owner of the profile or administrator.',
  access: 'activated',
  params: idParam,
  query: z.object(historyPage),
  gives: LIST_HEADERS,
  reads: ['history', 'profiles', 'accounts'],
  answer: z.array(historyEntry),
  refusals: ['not-found'],
})

const versionText = 'Indica una versión que exista: un número entero desde 1.'
const wholeVersion = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, versionText)
  .transform(Number)

export const pastProfile = z
  .object({
    version: z.int().min(1),
    at: z.iso.datetime(),
    is_newest: z.boolean(),
    /** As it was, pictures that are gone being null. */
    profile: publicProfile,
    /** Changes that a restore would make: `before` is today's value, `after` the former one. */
    restores: z.array(fieldChange),
    /** Labels of fields whose texts of then break a rule of today: they stay, as address, state and pictures do. */
    keeps: z.array(z.string()),
    newest_etag: z.string(),
  })
  .meta({ id: 'PastProfile' })
export type PastProfile = z.infer<typeof pastProfile>

export const getPastProfile = call({
  method: 'get',
  path: '/api/profile/{id}/as-of',
  summary: 'A profile as it was in a version, with what a restore would change.',
  access: 'activated',
  params: idParam,
  query: z.object({ version: wholeVersion }),
  answer: pastProfile,
  refusals: ['not-found'],
})

export const postRestoreProfile = call({
  method: 'post',
  path: '/api/profile/{id}/restore',
  summary:
    'Gives fields and theme the values of an earlier version, as a new one. Address, state and pictures stay. With If-Match, only if nobody changed it since.',
  access: 'activated',
  limit: { name: 'edit-profile' },
  params: idParam,
  body: z.strictObject({ version: z.int(versionText).min(1, versionText).max(999_999_999, versionText) }),
  answer: ownProfile,
  takes: ['If-Match'],
  gives: ['ETag'],
  refusals: ['not-found', 'conflict', 'history-full'],
})

export const historyDay = z
  .string()
  .regex(/^2\d{3}-\d{2}-\d{2}$/, 'Escribe una fecha como 2026-11-20.')
  .pipe(z.iso.date('Esa fecha no existe.'))

const filter = {
  person: line(LIMITS.searchCharsMax)
    .default('')
    .meta({ description: 'Who did it: beginnings of words of their name and e-mail.' }),
  entity: line(LIMITS.searchCharsMax).default('').meta({
    description:
      'What it was done to: beginnings of words of a profile’s or account’s name, slug or e-mail, or a stream as `profile-{id}`.',
  }),
  type: line(LIMITS.lineCharsMax).default('').meta({ description: 'Type of event; empty means all.' }),
  from: historyDay.optional(),
  to: historyDay.optional(),
}

export const getAdminHistory = call({
  method: 'get',
  path: '/api/admin/history',
  summary:
    'Every event that is no traffic, newest first, as sentences. That it was read is recorded once an hour, with its filters.',
  access: 'admin',
  query: z.object({ ...filter, ...historyPage }),
  gives: LIST_HEADERS,
  reads: ['history', 'profiles', 'accounts'],
  answer: z.array(historyEntry),
})

const positionParam = z.object({ position: z.string().max(LIMITS.lineCharsMax) })
const historyEvent = z
  .object({
    entry: historyEntry,
    /** As it lies in the log, personal fields opened, in the order of the screen. */
    event: z.object({
      type: z.string(),
      version: z.int(),
      stream: z.string(),
      revision: z.string(),
      position: z.string(),
      id: z.uuid(),
      data: z.record(z.string(), z.unknown()),
      meta: z.record(z.string(), z.unknown()),
    }),
    /** Names of personal fields that nobody can read any more. */
    erased: z.array(z.string()),
  })
  .meta({ id: 'HistoryEvent' })
export type HistoryEvent = z.infer<typeof historyEvent>

export const getAdminHistoryEvent = call({
  method: 'get',
  path: '/api/admin/history/{position}',
  summary: 'One event of the history: what it changed, what caused it, and its payload.',
  access: 'admin',
  params: positionParam,
  reads: ['history'],
  answer: historyEvent,
  refusals: ['not-found'],
})

export const getAdminHistoryFile = call({
  method: 'get',
  path: '/api/admin/history.csv',
  summary:
    'All lines of a filter, newest first, as CSV for spreadsheets in Spanish. One list at a time: others get 503.',
  access: 'admin',
  limit: { name: 'export-list' },
  audited: { done: 'data-exported' },
  query: z.object(filter),
  reads: ['history', 'profiles', 'accounts'],
  answer: z.string(),
  answerType: CSV_TYPE,
  gives: ['Content-Disposition'],
})
