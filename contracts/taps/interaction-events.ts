import { z } from 'zod'
import { LIMITS } from '../limits/limits.ts'
import { line, paragraph } from '../fields/text.ts'
import { NETWORKS } from '../traffic/traffic-kinds.ts'
import { defineEvent } from '../events/define.ts'
import { requestFacts, sourceSchema } from './visit-events.ts'

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
