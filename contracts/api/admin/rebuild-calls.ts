import { z } from 'zod'
import { LIMITS } from '../../limits/limits.ts'
import { call } from '../call.ts'
import { projectionOrder, shownPosition } from './projection-calls.ts'

const done = z.object({}).meta({ id: 'RebuildOrdered' })

export const postAdminRebuildEstimate = call({
  ...projectionOrder,
  path: '/api/admin/projections/{projection}/rebuild/estimate',
  summary: 'How many events a rebuild would read, and about how long it would take. Changes nothing.',
  body: z.strictObject({}),
  answer: z
    .object({
      events: z.int().min(0).nullable().meta({ description: 'Null: nobody has counted them.' }),
      seconds: z.number().min(0).nullable().meta({ description: 'By the rate of the first events.' }),
    })
    .meta({ id: 'RebuildEstimate' }),
  refusals: ['conflict'],
})

export const REBUILD_ORDERS = ['start', 'cancel'] as const

export const postAdminRebuild = call({
  ...projectionOrder,
  path: '/api/admin/projections/{projection}/rebuild',
  summary: 'Begins to make the rows of a read model anew beside those in use, or cancels it.',
  body: z.strictObject({ order: z.enum(REBUILD_ORDERS) }),
  answer: done,
  refusals: ['conflict'],
})

const rowPair = z
  .object({
    table: z.string(),
    /** Columns that are equal, as `name=value`. */
    equal: z.string(),
    /** Those that differ; null: the row is not there. */
    live: z.string().nullable(),
    fresh: z.string().nullable(),
  })
  .meta({ id: 'DifferingRow' })
export type DifferingRow = z.infer<typeof rowPair>

const comparison = z
  .object({
    /** Of both. */
    position: shownPosition,
    tables: z.array(
      z.object({
        table: z.string(),
        rows: z.int().min(0),
        fresh_rows: z.int().min(0),
        /** A changed row counts once. */
        differing: z.int().min(0),
      }),
    ),
    differing: z.int().min(0),
    rows: z.array(rowPair).max(LIMITS.differingRowsMax),
  })
  .meta({ id: 'RebuildComparison' })
export type RebuildComparison = z.infer<typeof comparison>

export const postAdminRebuildCompare = call({
  ...projectionOrder,
  path: '/api/admin/projections/{projection}/rebuild/compare',
  summary: 'Compares the new rows of a read model with those in use, at one position. Changes nothing.',
  body: z.strictObject({}),
  answer: comparison,
  refusals: ['conflict'],
})

export const postAdminRebuildSwap = call({
  ...projectionOrder,
  path: '/api/admin/projections/{projection}/rebuild/swap',
  summary: 'Has queries see the new rows, that have been compared. The former ones are kept.',
  body: z.strictObject({
    typed: z.string().max(LIMITS.lineCharsMax).optional().meta({
      description: 'The name of the read model, where rows differ.',
    }),
  }),
  answer: done,
  refusals: ['conflict'],
})

export const postAdminRollback = call({
  ...projectionOrder,
  path: '/api/admin/projections/{projection}/rollback',
  summary: 'Has queries see the former rows again, which were kept up to date.',
  body: z.strictObject({}),
  answer: done,
  refusals: ['conflict'],
})
