import { z } from 'zod'
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
import { defineEvent } from './events/define.ts'
import { hasPhoneDigits, PHONE_HINT } from './fields/phone.ts'
import { filledLine, filledParagraph, freeLine, line, paragraph } from './fields/text.ts'
import { LIMITS } from './limits/limits.ts'
import { interactionFields, recorded, requestFacts, subjectOf } from './taps.ts'

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

/** A messaging app requested a preview of the page, so somebody shared the link. */
export const pagePreviewed = defineEvent({
  type: 'PagePreviewed',
  data: { profileId: z.uuid(), app: line(LIMITS.nameCharsMax), ...requestFacts },
})

export const visitorIdentified = defineEvent({
  type: 'VisitorIdentified',
  data: {
    ...interactionFields,
    fullName: line(LIMITS.nameCharsMax),
    phone: line(LIMITS.phoneCharsMax),
    description: paragraph(LIMITS.paragraphCharsMax),
    consent: line(LIMITS.lineCharsMax),
  },
  personal: { fullName: 'visitor', phone: 'visitor', description: 'visitor' },
  subjectOf,
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
