import { z } from 'zod'
import { filledLine } from './fields/text.ts'
import { LIMITS } from './limits/limits.ts'
import { call } from './api/call.ts'
import { LIST_HEADERS, placeInList } from './api/call-parts.ts'

const TITLES = {
  accounts: 'Usuarios',
  profiles: 'Perfiles',
  visitors: 'Visitantes identificados',
  subscriptions: 'Recordatorios',
  quotations: 'Cotizaciones',
  codes: 'Códigos de activación',
  traffic: 'Visitas y cifras',
  history: 'Historial',
  requests: 'Solicitudes',
} as const
export type ReadModel = keyof typeof TITLES
export const READ_MODELS = Object.keys(TITLES) as readonly ReadModel[]

export const titleOfReadModel = (name: string): string =>
  (TITLES as Readonly<Record<string, string>>)[name] ?? name

/** Texts, because positions are opaque and may exceed the exact range of numbers. */
const shownPosition = z.string().regex(/^\d{1,20}$/)
const POSITION = 'Escribe la posición de un evento, como 19402.'
const position = z.string(POSITION).regex(/^\d{1,18}$/, POSITION)
const BUILD_STATES = [
  'live',
  'catching-up',
  'failed',
  'upgrading',
  'folding',
  'stopped',
  'ready',
  'former',
] as const
const params = z.object({ projection: z.enum(READ_MODELS, 'Esa vista no existe.') })

/** One copy of a read model's rows. */
const buildLine = z
  .object({
    build: z.string().max(LIMITS.lineCharsMax),
    projection: z.enum(READ_MODELS),
    title: z.string().meta({ description: 'In Spanish.' }),
    version: z.int(),
    state: z.enum(BUILD_STATES).meta({
      description:
        'Queries see a build that is live, catching-up or failed. Beside it one is upgrading (the next version, which takes its place by itself), folding, stopped by an error, ready to be compared and used, or former.',
    }),
    events: z.int().min(0),
    events_ahead: z.int().min(0).meta({ description: 'That the rows in use were made of beyond those.' }),
    lag_seconds: z
      .number()
      .min(0)
      .nullable()
      .meta({ description: 'Of rows in use; null where the log does not say.' }),
    error: z.string().nullable().meta({ description: 'Why it does not go on, in English.' }),
    parked: z.int().min(0).meta({
      description: 'Events that the rows in use lack, and those behind them; 100,001 may be more.',
    }),
    replaced_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'BuildLine' })
export type BuildLine = z.infer<typeof buildLine>

const projectionsPage = z
  .object({ head: shownPosition, builds: z.array(buildLine) })
  .meta({ id: 'ProjectionsPage' })

export const getAdminProjections = call({
  method: 'get',
  path: '/api/admin/projections',
  summary: 'How far each build of each read model is.',
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
  })
  .meta({ id: 'ParkedRetried' })

const projectionOrder = {
  method: 'post',
  access: 'admin',
  limit: { name: 'administer' },
  params,
} as const
const act = { ...projectionOrder, answer: retried } as const

export const postAdminParkedRetry = call({
  ...act,
  path: '/api/admin/projections/{projection}/parked/retry',
  summary: 'Folds all parked events again, in their order.',
})

export const postAdminParkedSkip = call({
  ...act,
  path: '/api/admin/projections/{projection}/parked/skip',
  summary: 'Leaves a parked event out, for a reason that stands in the history. Those behind it follow.',
  body: z.strictObject({ position, reason: filledLine(LIMITS.lineCharsMax, 'Escribe por qué se omite.') }),
  refusals: ['not-found', 'conflict'],
})

export const BUILD_ORDERS = ['make', 'cancel', 'swap'] as const

export const postAdminBuilds = call({
  ...projectionOrder,
  path: '/api/admin/projections/{projection}/builds',
  summary:
    'Makes the rows of a read model anew beside those in use, drops them again, or has queries see other rows, new ones that were compared or the former ones.',
  body: z.strictObject({
    order: z.enum(BUILD_ORDERS),
    build: z.string().max(LIMITS.lineCharsMax).optional().meta({ description: 'To cancel or to use.' }),
  }),
  answer: z.object({}).meta({ id: 'BuildOrdered' }),
  refusals: ['conflict'],
})

const comparison = z
  .object({
    tables: z.array(
      z.object({
        table: z.string(),
        rows: z.int().min(0),
        only_live: z.int().min(0),
        only_other: z.int().min(0),
      }),
    ),
  })
  .meta({ id: 'BuildComparison' })
export type BuildComparison = z.infer<typeof comparison>

export const postAdminBuildsCompare = call({
  ...projectionOrder,
  path: '/api/admin/projections/{projection}/builds/compare',
  summary: 'Compares the rows of a build with those in use, at one position. Changes neither.',
  body: z.strictObject({ build: z.string().max(LIMITS.lineCharsMax) }),
  answer: comparison,
  refusals: ['conflict'],
})
