import { z } from 'zod'
import { filledLine } from '../../fields/text.ts'
import { LIMITS } from '../../limits/limits.ts'
import { READ_MODELS } from '../../read-models.ts'
import { call } from '../call.ts'
import { LIST_HEADERS, placeInList } from './admin-lists.ts'

/** Texts, because positions are opaque and may exceed the exact range of numbers. */
export const shownPosition = z.string().regex(/^\d{1,20}$/)
const POSITION = 'Escribe la posición de un evento, como 19402.'
const position = z.string(POSITION).regex(/^\d{1,18}$/, POSITION)
const params = z.object({ projection: z.enum(READ_MODELS, 'Esa vista no existe.') })

const rebuildProgress = z
  .object({
    /** `ready`: as far as the rows in use, as often as one looks. */
    state: z.enum(['folding', 'failed', 'ready']),
    position: shownPosition,
    /** Read so far. */
    events: z.int().min(0),
    /** That the rows in use were made of; null where they were made before events were counted. */
    events_in_use: z.int().min(0).nullable(),
    /** Rows that differ, as the last comparison found; null before one. */
    differing: z.int().min(0).nullable(),
    /** Why it stopped, in English. */
    error: z.string().nullable(),
  })
  .meta({ id: 'RebuildProgress' })
export type RebuildProgress = z.infer<typeof rebuildProgress>

const projectionLine = z
  .object({
    name: z.enum(READ_MODELS),
    /** In Spanish. */
    title: z.string(),
    /** `paused`: no process folds it. */
    state: z.enum(['live', 'catching-up', 'paused', 'failed']),
    position: shownPosition,
    /** Null while no process folds it. */
    lag_seconds: z.number().min(0).nullable(),
    version: z.int(),
    /** The rows in use are of the former version, as it left them, until those of this one are made. */
    is_upgrading: z.boolean(),
    /** Why it does not go on, in English. */
    error: z.string().nullable(),
    /** Events that it could not fold, and those behind them; 100,001 may be more. */
    parked: z.int().min(0),
    /** Rows that are being made beside those in use, or were and wait for their swap. */
    rebuild: rebuildProgress.nullable(),
    /** Since when there are rows to go back to. */
    replaced_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ProjectionLine' })
export type ProjectionLine = z.infer<typeof projectionLine>

const projectionsPage = z
  .object({
    /** Of the log. */
    head: shownPosition,
    projections: z.array(projectionLine),
    mails_refused: z
      .literal(true)
      .optional()
      .meta({ description: 'Mail servers refused mails because of this installation within a day.' }),
  })
  .meta({ id: 'ProjectionsPage' })

export const getAdminProjections = call({
  method: 'get',
  path: '/api/admin/projections',
  summary: 'How far each read model is.',
  access: 'admin',
  answer: projectionsPage,
})

const parkedEvent = z
  .object({
    position: shownPosition,
    /** Null where nobody can read it. */
    type: z.string().nullable(),
    error: z.string().nullable().meta({
      description: 'Why it does not fit, in English and without its values; null while it waits for another.',
    }),
    waits_for: shownPosition.nullable().meta({ description: 'The refused event before it.' }),
    parked_at: z.iso.datetime(),
  })
  .meta({ id: 'ParkedEvent' })
export type ParkedEvent = z.infer<typeof parkedEvent>

export const getAdminParked = call({
  method: 'get',
  path: '/api/admin/projections/{projection}/parked',
  summary: 'Events that a read model could not take, and those that wait for them, in the order of the log.',
  access: 'admin',
  params,
  query: z.object({ after: placeInList.meta({ description: 'Out of `Link` of the page before.' }) }),
  gives: LIST_HEADERS,
  answer: z.array(parkedEvent).max(LIMITS.parkedListedMax),
})

const retried = z
  .object({
    gone: z.int().min(0).meta({ description: 'How many are parked no more.' }),
    left: z.int().min(0).meta({ description: 'How many still are.' }),
    next: shownPosition.nullable().meta({
      description: 'Not all have been tried: call again with it as `after`.',
    }),
  })
  .meta({ id: 'ParkedRetried' })

/** Each call that orders something of a read model. */
export const projectionOrder = {
  method: 'post',
  access: 'admin',
  limit: { name: 'administer' },
  params,
} as const
const act = { ...projectionOrder, answer: retried } as const
export const postAdminParkedRetry = call({
  ...act,
  path: '/api/admin/projections/{projection}/parked/retry',
  summary: 'Folds parked events again, in their order: one with all of its subject, or all.',
  body: z.strictObject({
    position: position.optional().meta({ description: 'Absent: all.' }),
    after: position.optional().meta({ description: '`next` of the answer before, to go on.' }),
  }),
  refusals: ['not-found'],
})

export const postAdminParkedSkip = call({
  ...act,
  path: '/api/admin/projections/{projection}/parked/skip',
  summary: 'Leaves a parked event out, for a reason that stands in the history. Those behind it follow.',
  body: z.strictObject({ position, reason: filledLine(LIMITS.lineCharsMax, 'Escribe por qué se omite.') }),
  refusals: ['not-found', 'conflict'],
})
