import { line, paragraph, filledLine, filledParagraph, freeLine } from './fields/text.ts'
import { NETWORKS, SOURCES, TOUCH_SCREENS } from './traffic/kinds.ts'
import { z } from 'zod'
import { LIMITS } from './limits/limits.ts'
import { defineEvent } from './events/define.ts'
import { publicProfile } from './profile-calls.ts'
import { hasPhoneDigits, PHONE_HINT } from './fields/phone.ts'
import { call } from './api/call.ts'
import {
  eventFields,
  eventQuery,
  profileIdParam,
  slugParam,
  EVENTS_BY_PROFILE_ID,
  EVENTS_BY_SLUG,
  TRAFFIC_BY_SLUG,
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

export const identifyBody = z.object({
  full_name: filledLine(LIMITS.nameCharsMax),
  phone: filledLine(LIMITS.phoneCharsMax).refine(hasPhoneDigits, PHONE_HINT),
  description: filledParagraph(LIMITS.paragraphCharsMax),
  ...eventFields,
})

export const postIdentify = call({
  method: 'post',
  path: '/api/public/identify/{profileId}',
  summary: 'A visitor says who they are. Answers once it is durable.',
  access: 'optional',
  limit: EVENTS_BY_PROFILE_ID,
  idempotent: 'by-id',
  params: profileIdParam,
  takes: ['Visitor-Objects'],
  body: identifyBody,
  answer: recorded,
  refusals: ['profile-not-found'],
})

const MENDED = { 307: 'The address lost its form on paper or in a chat. The card’s own one is another.' }

export const getVcf = call({
  method: 'get',
  path: '/api/profile/{slug}/vcf',
  alias: '/profile/{slug}/vcf',
  summary: 'The contact as a vCard 3.0 file. Its delivery is the saved contact.',
  access: 'optional',
  params: slugParam,
  query: eventQuery.extend({
    a: z.literal('1').optional().meta({
      description:
        'The page announces this download by `track` under the same event id, with what an address should not have. The delivery is recorded only if no announcement comes within seconds.',
    }),
    visitor_name: freeLine(LIMITS.nameCharsMax).optional(),
    o: z.literal('1').optional().meta({
      description: 'As Visitor-Objects, which no link can send.',
    }),
    foto: z.enum(['0', '1']).optional().meta({ description: '0: without the photo.' }),
  }),
  takes: ['Visitor-Id', 'Visitor-Objects'],
  reads: ['profiles'],
  answer: z.string(),
  answerType: 'text/vcard',
  otherAnswers: MENDED,
  gives: ['Tap-Status', 'Content-Disposition'],
  limit: EVENTS_BY_SLUG,
  refusals: ['profile-not-found', 'event-id-taken'],
})

const picture = {
  method: 'get',
  access: 'everyone',
  limit: TRAFFIC_BY_SLUG,
  answer: z.string(),
  otherAnswers: { 304: 'The caller has it already.', ...MENDED },
  takes: ['If-None-Match'],
  gives: ['ETag'],
  refusals: ['profile-not-found', 'busy'],
} as const

export const getQr = call({
  ...picture,
  path: '/pages/{slug}/qr.{format}',
  summary: `The profile's address as a QR code, for print. Opening it is a tap from source \`qr\`.`,
  params: slugParam.extend({ format: z.enum(['svg', 'png']) }),
  answerType: ['image/svg+xml', 'image/png'],
})

export const getPreviewPicture = call({
  ...picture,
  path: '/pages/{slug}/preview.jpg',
  summary: 'What messengers show of a shared page: name, position and photo in the colours of the theme.',
  params: slugParam,
  query: z.object({
    v: line(LIMITS.lineCharsMax).optional().meta({
      description:
        'Names the content, for messengers that never ask an address again. The present one is sent.',
    }),
  }),
  answerType: 'image/jpeg',
})
