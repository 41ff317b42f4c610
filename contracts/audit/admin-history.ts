import { z } from 'zod'
import { line } from '../fields/text.ts'
import { LIMITS } from '../limits/limits.ts'
import { call } from '../api/call.ts'
import { historyEntity, historyEntry, historyPage, pastProfile } from './calls.ts'
import { LIST_HEADERS } from '../api/admin-lists.ts'
import { CSV_TYPE } from '../api/admin-exports.ts'

export const NDJSON_TYPE = 'application/x-ndjson'

/** As filters name it. */
export const historyDay = z
  .string()
  .regex(/^2\d{3}-\d{2}-\d{2}$/, 'Escribe una fecha como 2026-11-20.')
  .pipe(z.iso.date('Esa fecha no existe.'))

/** Days are those of America/Santiago. */
const filter = {
  person: line(LIMITS.searchCharsMax)
    .default('')
    .meta({ description: 'Who did it: beginnings of words of their name and e-mail.' }),
  entity: line(LIMITS.searchCharsMax).default('').meta({
    description:
      'What it was done to: beginnings of words of a profile’s or account’s name, slug or e-mail, or a stream as `profile-{id}`.',
  }),
  type: line(LIMITS.lineCharsMax).default('').meta({ description: 'Type of event; empty means all.' }),
  correlation: z
    .uuid('Ese identificador no existe.')
    .optional()
    .meta({ description: 'All that one call did.' }),
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
    correlation_id: z.string(),
    causation_id: z.string().nullable(),
    /** Other events of the same call. */
    correlated: z.int().min(0),
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

const pastAccount = z
  .object({
    version: z.int().min(1),
    at: z.iso.datetime(),
    name: z.string().nullable(),
    email: z.string().nullable(),
    is_active: z.boolean(),
    is_activated: z.boolean(),
    is_admin: z.boolean(),
    max_profiles: z.int().min(0),
    profiles: z.int().min(0),
  })
  .meta({ id: 'PastAccount' })
export type PastAccount = z.infer<typeof pastAccount>

export const getAdminPastEntity = call({
  method: 'get',
  path: '/api/admin/history/{position}/entity',
  summary: 'The profile or account of an event, as it was right after it.',
  access: 'admin',
  params: positionParam,
  reads: ['history'],
  answer: z
    .object({ entity: historyEntity, profile: pastProfile.nullable(), account: pastAccount.nullable() })
    .meta({ id: 'PastEntity' }),
  refusals: ['not-found'],
})

export const getAdminHistoryFile = call({
  method: 'get',
  path: '/api/admin/history.{format}',
  summary:
    'All lines of a filter, newest first: as CSV for spreadsheets in Spanish, or one JSON object a line, without ciphertext. One list at a time: others get 503.',
  access: 'admin',
  limit: { name: 'export-list' },
  audited: { done: 'data-exported' },
  params: z.object({ format: z.enum(['csv', 'ndjson']) }),
  query: z.object(filter),
  reads: ['history', 'profiles', 'accounts'],
  answer: z.string(),
  answerType: [CSV_TYPE, NDJSON_TYPE],
  gives: ['Content-Disposition'],
})
