import { z } from 'zod'
import { line } from '../fields/text.ts'
import { LIMITS } from '../limits/limits.ts'
import { SOURCES } from '../traffic/kinds.ts'
import type { CallLimit } from './call.ts'

const DAY_MS = 86_400_000

export const slugParam = z.object({ slug: z.string().max(LIMITS.lineCharsMax) })
export const profileIdParam = z.object({ profileId: z.string().max(LIMITS.lineCharsMax) })

export const TRAFFIC_BY_SLUG: CallLimit<z.infer<typeof slugParam>> = {
  name: 'traffic',
  keyOf: ({ params }) => ({ profile: params.slug }),
}
export const TRAFFIC_BY_PROFILE_ID: CallLimit<z.infer<typeof profileIdParam>> = {
  name: 'traffic',
  keyOf: ({ params }) => ({ profile: params.profileId }),
}
export const EVENTS_BY_SLUG = { ...TRAFFIC_BY_SLUG, appends: true } as const
export const EVENTS_BY_PROFILE_ID: CallLimit<z.infer<typeof profileIdParam>, object> = {
  name: 'traffic',
  appends: true,
  keyOf: ({ params, body }) => ({
    profile: params.profileId,
    isDated: 'occurred_at' in body || 'age_ms' in body,
  }),
}

export const message = z.string()

/** Short names, because they are part of addresses. */
export const eventQuery = z.object({
  e: z.uuid().optional().meta({ description: 'Event id: makes a retry harmless.' }),
  v: z.uuid().optional().meta({ description: 'Visit id.' }),
  u: z.uuid().optional().meta({ deprecated: true, description: 'Use Visitor-Id.' }),
  s: z.enum(SOURCES).optional().meta({ description: 'Where the tap came from.' }),
  r: line(LIMITS.urlCharsMax).optional().meta({ description: 'Referring page; only its host is stored.' }),
})

export const eventFields = {
  event_id: z.uuid().optional(),
  visit_id: z.uuid().optional(),
  visitor_id: z.uuid().optional(),
  source: z.enum(SOURCES).optional(),
  referrer: line(LIMITS.urlCharsMax).optional(),
  occurred_at: z.iso
    .datetime({ offset: true })
    .optional()
    .meta({ deprecated: true, description: 'Up to 7 days back; ahead is now. Use `age_ms`.' }),
  age_ms: z
    .number()
    .max(LIMITS.occurredDaysBackMax * DAY_MS)
    .optional()
    .meta({ description: 'Time since it happened, up to 7 days. No clock of a phone has to be right.' }),
}
export type EventFields = z.infer<z.ZodObject<typeof eventFields>>

const orderText = (sorts: readonly string[]): string => `El orden debe ser uno de: ${sorts.join(', ')}.`

/** The end of the page before, as the `Link` header of its answer has it. */
export const placeInList = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,200}$/, 'Esa página de la lista no existe. Vuelve a la primera.')
  .optional()

/** The bounds are in the pattern, because the OpenAPI document shows no others of a transformed text. */
export const sizeUpTo = (max: 100 | 1_000, what: string) =>
  z
    .string()
    .regex(
      new RegExp(`^(?:[1-9]\\d${max === 100 ? '?' : '{0,2}'}|${max})$`),
      `Indica cuántos ${what} mostrar: un número entero de 1 a ${max}.`,
    )
    .transform(Number)

/** Every list of administrators takes it. A sort is a column, descending with `-`; the first one is the default. */
export const listQuery = <const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) => ({
  search: line(LIMITS.searchCharsMax).default('').meta({
    description: 'Words, each of which begins a word of the row; capitals and accents do not matter.',
  }),
  sort: z.enum(sorts, orderText(sorts)).default(sorts[0] as never),
  after: placeInList.meta({ description: 'Out of `Link` of the page before, which had the same sort.' }),
  limit: sizeUpTo(LIMITS.listRowsMax, 'resultados').prefault(String(LIMITS.listRowsMax)),
})

export const stateFilter = <const States extends readonly [string, ...string[]]>(states: States) =>
  z.enum(states, `El estado debe ser uno de: ${states.join(', ')}.`).default(states[0] as never)

export const LIST_HEADERS = ['Total-Count', 'Link'] as const

export const CSV_TYPE = 'text/csv'

export const csvOfList = {
  method: 'get',
  access: 'admin',
  limit: { name: 'export-list' },
  audited: { done: 'data-exported' },
  answer: z.string(),
  answerType: CSV_TYPE,
  gives: ['Content-Disposition'],
} as const
