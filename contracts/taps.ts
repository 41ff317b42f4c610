import { line, freeLine } from './fields/text.ts'
import { NETWORKS, SOURCES, TOUCH_SCREENS } from './traffic/kinds.ts'
import { z } from 'zod'
import { LIMITS } from './limits/limits.ts'
import { defineEvent } from './events/define.ts'
import { publicProfile } from './profile-calls.ts'
import { call } from './api/call.ts'
import {
  eventFields,
  eventQuery,
  profileIdParam,
  slugParam,
  EVENTS_BY_PROFILE_ID,
  EVENTS_BY_SLUG,
} from './api/call-parts.ts'

/** One stream per tap. The append expects no stream, so a retry is exactly-once on any store. */
export const visitStream = (visitId: string): string => `visit-${visitId}`

/** Raw facts of the request. The verdict (robot, preview, …) is never stored: projections compute it. */
export const requestFacts = {
  userAgent: line(LIMITS.userAgentCharsMax),
  language: line(LIMITS.lineCharsMax).optional(),
  purpose: line(LIMITS.lineCharsMax).optional(),
  /** `head` and `part` (a later part of a file) never count. */
  request: z.enum(['get', 'head', 'part']),
}

export const sourceSchema = z.enum(SOURCES)

export const profileTapped = defineEvent({
  type: 'ProfileTapped',
  data: {
    visitId: z.uuid(),
    profileId: z.uuid(),
    /** First-party id of this profile only, or a daily keyed hash; never an IP address. */
    visitorId: z.uuid(),
    source: sourceSchema,
    /** Host only: a whole URL can hold personal data. */
    referrer: line(LIMITS.lineCharsMax).optional(),
    ...requestFacts,
    touch: z.enum(TOUCH_SCREENS).optional(),
  },
})

export const interactionStream = (eventId: string): string => `interaction-${eventId}`

/** Each visitor of a profile is a subject: their key can be destroyed alone. */
export const visitorSubject = (profileId: string, visitorId: string): string =>
  `visitor-${profileId}.${visitorId}`
export function visitorIn(subject: string): { readonly profileId: string; readonly visitorId: string } {
  const [profileId = '', visitorId = ''] = subject.slice('visitor-'.length).split('.')
  return { profileId, visitorId }
}
export const subjectOf = (data: Record<string, unknown>): string =>
  visitorSubject(String(data.profileId), String(data.visitorId))

export const interactionFields = {
  profileId: z.uuid(),
  visitorId: z.uuid(),
  visitId: z.uuid().optional(),
  source: sourceSchema.optional(),
  referrer: line(LIMITS.lineCharsMax).optional(),
  ...requestFacts,
}
const visitorName = line(LIMITS.nameCharsMax).optional()

export const linkClicked = defineEvent({
  type: 'LinkClicked',
  data: { ...interactionFields, network: z.enum(NETWORKS), visitorName },
  personal: { visitorName: 'visitor' },
  subjectOf,
})

export const contactDownloaded = defineEvent({
  type: 'ContactDownloaded',
  data: { ...interactionFields, visitorName },
  personal: { visitorName: 'visitor' },
  subjectOf,
})

export const getPublicProfile = call({
  method: 'get',
  path: '/api/public/profile/{slug}',
  summary: 'A public profile. The call itself is the tap, durable before the answer.',
  access: 'optional',
  params: slugParam,
  query: eventQuery.extend({
    touch: z
      .enum(TOUCH_SCREENS)
      .optional()
      .meta({ description: 'The screen, where it is touched and the user agent names a desktop: iPads do.' }),
  }),
  takes: ['Visitor-Id', 'Visitor-Objects'],
  reads: ['profiles'],
  answer: publicProfile,
  gives: ['Tap-Status'],
  limit: EVENTS_BY_SLUG,
  refusals: ['profile-not-found', 'event-id-taken'],
})

export const TRACK_TYPES = [...NETWORKS.map((network) => `click_${network}` as const), 'vcf'] as const

export const recorded = z
  .object({ recorded: z.literal(true), event_id: z.uuid() })
  .meta({ id: 'Recorded', description: 'The event is durable.' })

/** The answer to a visitor who objects: there is no event. */
const notRecorded = z.object({ recorded: z.literal(false) }).meta({ id: 'NotRecorded' })

export const trackBody = z.object({
  event_type: z.enum(TRACK_TYPES),
  visitor_name: freeLine(LIMITS.nameCharsMax).nullish(),
  user_agent: line(LIMITS.userAgentCharsMax)
    .nullish()
    .meta({ description: 'Accepted and ignored: the request says its own user agent.' }),
  ...eventFields,
})

export const postTrack = call({
  method: 'post',
  path: '/api/public/track/{profileId}',
  alias: '/api/public/note/{profileId}',
  summary: 'Records a click on a contact link, or a saved contact. Answers once it is durable.',
  access: 'optional',
  limit: EVENTS_BY_PROFILE_ID,
  idempotent: 'by-id',
  params: profileIdParam,
  takes: ['Visitor-Objects'],
  body: trackBody,
  answer: z.union([recorded, notRecorded]),
  refusals: ['profile-not-found'],
})
