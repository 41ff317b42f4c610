import { line, paragraph } from '../fields/text.ts'
import { NETWORKS, SOURCES, TOUCH_SCREENS } from '../traffic/traffic-kinds.ts'
import { z } from 'zod'
import { LIMITS } from '../limits/limits.ts'
import { defineEvent } from '../events/define.ts'

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
const subjectOf = (data: Record<string, unknown>): string =>
  visitorSubject(String(data.profileId), String(data.visitorId))

const interaction = {
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
  data: { ...interaction, network: z.enum(NETWORKS), visitorName },
  personal: { visitorName: 'visitor' },
  subjectOf,
})

export const contactDownloaded = defineEvent({
  type: 'ContactDownloaded',
  data: { ...interaction, visitorName },
  personal: { visitorName: 'visitor' },
  subjectOf,
})

export const visitorIdentified = defineEvent({
  type: 'VisitorIdentified',
  data: {
    ...interaction,
    fullName: line(LIMITS.nameCharsMax),
    phone: line(LIMITS.phoneCharsMax),
    description: paragraph(LIMITS.paragraphCharsMax),
    consent: line(LIMITS.lineCharsMax),
  },
  personal: { fullName: 'visitor', phone: 'visitor', description: 'visitor' },
  subjectOf,
})

/** A messaging app requested a preview of the page, so somebody shared the link. */
export const pagePreviewed = defineEvent({
  type: 'PagePreviewed',
  data: { profileId: z.uuid(), app: line(LIMITS.nameCharsMax), ...requestFacts },
})
