import { z } from 'zod'
import { LIMITS } from '../limits/limits.ts'
import { call } from './call.ts'

const sealState = z
  .object({
    /** Null before the first seal. */
    seal: z
      .object({
        /** Events under it. */
        size: z.int().min(1),
        /** Position of the last of them. */
        position: z.string(),
        root: z.string(),
        key_id: z.string(),
        made_at: z.iso.datetime(),
      })
      .nullable(),
    /** `anchored` once the log says that one was downloaded, which proves nothing by itself. */
    anchor: z.enum(['none', 'anchored']),
    anchored_size: z.int().min(1).nullable(),
    /** Age of the oldest event without a seal; 0 when there is none. */
    unsealed_seconds: z.number().min(0),
    /** While an older log is being sealed. */
    progress: z.object({ sealed: z.int(), total: z.int() }).nullable(),
    /** The log does not continue what was signed last: nothing is signed until somebody says why. */
    is_refused: z.boolean(),
  })
  .meta({ id: 'SealState' })
export type SealState = z.infer<typeof sealState>

export const getAdminSeal = call({
  method: 'get',
  path: '/api/admin/seal',
  summary: 'How far the log is sealed, and what proves it.',
  access: 'admin',
  answer: sealState,
})

export const getAdminSealCheckpoint = call({
  method: 'get',
  path: '/api/admin/seal/checkpoint',
  summary:
    'The newest checkpoint, a signed note. Kept elsewhere, it proves that no event up to it was changed or removed.',
  access: 'admin',
  limit: { name: 'export-list' },
  answer: z.string(),
  answerType: 'text/plain',
  gives: ['Content-Disposition'],
  refusals: ['not-found'],
})

const idParam = z.object({ id: z.string().max(LIMITS.lineCharsMax) })
const expediente = {
  method: 'get',
  limit: { name: 'export-list' },
  audited: { done: 'data-exported' },
  answer: z.string(),
  answerType: 'application/x-ndjson',
  gives: ['Content-Disposition'],
} as const

export const getProfileExpediente = call({
  ...expediente,
  path: '/api/profile/{id}/expediente',
  summary:
    'All events of a profile as JSON Lines, each with its proof that the sealed log has it. Owner or administrator.',
  access: 'activated',
  params: idParam,
  refusals: ['not-found'],
})

export const getMyExpediente = call({
  ...expediente,
  path: '/api/auth/me/expediente',
  summary: 'All events of one’s own account as JSON Lines, each with its proof that the sealed log has it.',
  access: 'signed-in',
})

export const getAdminAccountExpediente = call({
  ...expediente,
  path: '/api/admin/users/{id}/expediente',
  summary: 'All events of an account as JSON Lines, each with its proof that the sealed log has it.',
  access: 'admin',
  params: idParam,
  refusals: ['not-found'],
})
