import { z } from 'zod'
import { call } from './api/call.ts'
import { eventQuery, slugParam, EVENTS_BY_SLUG, TRAFFIC_BY_SLUG } from './api/call-parts.ts'
import { defineEvent } from './events/define.ts'
import { freeLine, line } from './fields/text.ts'
import { LIMITS } from './limits/limits.ts'
import { requestFacts } from './taps.ts'

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
