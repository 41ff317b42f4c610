import { z } from 'zod'
import { LIMITS } from '../limits/limits.ts'
import { call } from '../api/call.ts'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** A signed head of the log: how many events it has, and the hashes of its last block and of heads before it. */
export const logHead = z
  .object({
    /** The log's id. */
    log: z.uuid(),
    size: z.int().min(1),
    /** The head before it; empty at the first. */
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
      /** Null for the first minute of a log. */
      head: logHead.nullable(),
      /** The Ed25519 key that signs, as PEM. */
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
