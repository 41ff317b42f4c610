import { z } from 'zod'
import { call } from './api/call.ts'
import { eventFields, profileIdParam, EVENTS_BY_PROFILE_ID } from './api/call-parts.ts'
import { defineEvent } from './events/define.ts'
import { hasPhoneDigits, PHONE_HINT } from './fields/phone.ts'
import { filledLine, filledParagraph, line, paragraph } from './fields/text.ts'
import { LIMITS } from './limits/limits.ts'
import { interactionFields, recorded, subjectOf } from './taps.ts'

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
