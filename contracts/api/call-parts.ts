import { z } from 'zod'
import { line } from '../fields/text.ts'
import { LIMITS } from '../limits/limits.ts'
import { SOURCES } from '../traffic/traffic-kinds.ts'
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
/** The body may say when they happened. */
export const EVENTS_BY_PROFILE_ID: CallLimit<z.infer<typeof profileIdParam>, object> = {
  name: 'traffic',
  appends: true,
  keyOf: ({ params, body }) => ({
    profile: params.profileId,
    isDated: ['occurred_at', 'age_ms'].some((name) => (body as Record<string, unknown>)[name] !== undefined),
  }),
}

/** A Spanish sentence for people. */
export const message = z.string()

/** Short names, because they are part of addresses. */
export const eventQuery = z.object({
  e: z.uuid().optional().meta({ description: 'Event id: makes a retry harmless.' }),
  v: z.uuid().optional().meta({ description: 'Visit id.' }),
  u: z.uuid().optional().meta({ deprecated: true, description: 'Use Visitor-Id.' }),
  s: z.enum(SOURCES).optional().meta({ description: 'Where the tap came from.' }),
  r: line(LIMITS.urlCharsMax).optional().meta({ description: 'Referring page; only its host is kept.' }),
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
