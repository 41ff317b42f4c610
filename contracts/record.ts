import { z } from 'zod'
import { LIMITS } from './limits/limits.ts'
import { line } from './fields/text.ts'
import { defineEvent } from './events/define.ts'
import { call } from './api/call.ts'

export const erasureStream = (id: string): string => `erasure-${id}`
/** `id` is the event's: one reading is one stream, so that a repetition needs no read. */
export const auditStream = (id: string): string => `audit-${id}`
export const STORE_IDENTITY_STREAM = 'store-identity'

const text = line(LIMITS.lineCharsMax)
/** Name of a stream with a UUID, or of an event's type: many of them fit into an event. */
const name = line(60)
const position = z.string().regex(/^\d{1,20}$/)

/** The reason is absent if somebody requested it. */
export const subjectErased = defineEvent({
  type: 'SubjectErased',
  data: { subject: text, reason: z.enum(['retention']).optional() },
})
/** An administrator's reading of the history. `person` and `entity` are streams: searched words are never stored. */
export const historyRead = defineEvent({
  type: 'HistoryRead',
  data: {
    filters: z
      .array(
        z.strictObject({
          form: z.enum(['list', 'csv', 'ndjson', 'event', 'past', 'expediente']),
          person: name.optional(),
          entity: name.optional(),
          type: name.optional(),
          from: z.iso.date().optional(),
          to: z.iso.date().optional(),
          correlation: z.uuid().optional(),
          position: position.optional(),
        }),
      )
      .min(1)
      .max(LIMITS.readingsListedMax),
    /** Readings whose filters are not listed. */
    more: z.int().min(1).optional(),
  },
})
export const personalDataShown = defineEvent({ type: 'PersonalDataShown', data: { subject: text } })
/** A projection goes on without an event that it cannot fold. A damaged event may have no id that can be read. */
export const parkedEventSkipped = defineEvent({
  type: 'ParkedEventSkipped',
  data: { projection: text, position, eventId: z.uuid().optional(), reason: text },
})
export const parkedEventsRetried = defineEvent({
  type: 'ParkedEventsRetried',
  data: { projection: text, position: position.optional() },
})
/** An order about the builds of a projection; it may still fail. */
export const rebuildOrdered = defineEvent({
  type: 'RebuildOrdered',
  data: {
    projection: text,
    order: z.enum(['start', 'pause', 'resume', 'cancel', 'swap', 'rollback']),
    /** Rows that differ; no longer written. */
    differing: z.int().min(0).optional(),
  },
})
export const storeCreated = defineEvent({ type: 'StoreCreated', data: { storeId: z.uuid() } })
/** Which vault holds the keys of the log's people. The last one counts. */
export const vaultBound = defineEvent({ type: 'VaultBound', data: { vaultId: z.uuid() } })

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** A signed head of the log: how many events it has, and the hashes of its last block and of heads before it. */
export const logHead = z
  .object({
    log: z.uuid(),
    size: z.int().min(1),
    previous: sha256.or(z.literal('')),
    /** The last head of an earlier day (UTC), by which a checker passes over days; empty on the first day. */
    day: sha256.or(z.literal('')),
    block: sha256,
    at: z.iso.datetime(),
    signature: z.base64().max(100),
  })
  .meta({ id: 'LogHead' })
export type LogHead = z.infer<typeof logHead>

export const getRecordHead = call({
  method: 'get',
  path: '/api/record/head',
  summary:
    'The newest signed head of the event log. Kept elsewhere, it proves that no event up to it was changed or removed.',
  access: 'everyone',
  limit: { name: 'record-head' },
  answer: z
    .object({
      head: logHead.nullable(),
      public_key: z.string(),
    })
    .meta({ id: 'RecordHead' }),
})

const expediente = {
  method: 'get',
  params: z.object({ id: z.string().max(LIMITS.lineCharsMax) }),
  limit: { name: 'export-list' },
  audited: { done: 'data-exported' },
  answer: z.string(),
  answerType: 'application/x-ndjson',
  gives: ['Content-Disposition'],
  refusals: ['not-found'],
} as const

export const getProfileExpediente = call({
  ...expediente,
  path: '/api/profile/{id}/expediente',
  summary:
    'All events of a profile as JSON Lines, with the hashes and signed heads that prove them. Owner or administrator.',
  access: 'activated',
})

export const getAccountExpediente = call({
  ...expediente,
  path: '/api/account/{id}/expediente',
  summary:
    'All events of an account as JSON Lines, with the hashes and signed heads that prove them. Its person or an administrator.',
  access: 'signed-in',
})
