import { z } from 'zod'
import { emailAddress } from '../../fields/email.ts'
import { filledLine, freeParagraph } from '../../fields/text.ts'
import { LIMITS } from '../../limits/limits.ts'
import { REQUEST_KINDS } from '../../privacy/requests.ts'
import { call } from '../call.ts'
import { message } from '../call-parts.ts'

/** What a person may ask for about words that no e-mail proves. */
const FORM_KINDS = [
  'access',
  'correction',
  'erasure',
] as const satisfies readonly (typeof REQUEST_KINDS)[number][]

/** With the time that was said they are one paragraph of the event. */
const REQUEST_WORDS_CHARS_MAX = LIMITS.paragraphCharsMax - LIMITS.nameCharsMax - 1

export const rightsRequestBody = z.strictObject({
  kind: z.enum(FORM_KINDS, 'Elige qué quieres: ver, corregir o borrar.'),
  card: filledLine(LIMITS.lineCharsMax).meta({ description: 'Name on the card, its slug or its address.' }),
  name: filledLine(LIMITS.nameCharsMax),
  phone: filledLine(LIMITS.phoneCharsMax),
  when: filledLine(LIMITS.nameCharsMax).meta({ description: 'About when, in their own words.' }),
  words: freeParagraph(REQUEST_WORDS_CHARS_MAX)
    .transform((text) => text.trim())
    .optional()
    .meta({ description: 'With `correction`: what is right.' }),
  email: emailAddress.meta({ description: 'Where the answer goes.' }),
})

export const postRightsRequest = call({
  method: 'post',
  path: '/api/rights/requests',
  summary:
    'A request about words left on a card from another browser. Whoever knows the person confirms it; the answer does not say whether there is such a person.',
  access: 'everyone',
  limit: { name: 'rights-request' },
  idempotent: 'by-answer',
  body: rightsRequestBody,
  answer: z.object({ message }).meta({ id: 'RightsRequestReceived' }),
})

/** Of what was written and what is kept. `fits`: the instant lies in what was said of it. */
const MATCHES = ['same', 'similar', 'fits', 'none'] as const

/** Somebody who left words on the card, and may be the person. */
export const requestCandidate = z
  .object({
    id: z
      .string()
      .meta({ description: 'Of the event in which they said it: the id of a visitor proves who they are.' }),
    name: z.string(),
    phone: z.string(),
    description: z.string(),
    at: z.iso.datetime(),
    matches: z.object({
      name: z.enum(MATCHES),
      phone: z.enum(MATCHES),
      when: z.enum(MATCHES),
    }),
  })
  .meta({ id: 'RequestCandidate' })
export type RequestCandidate = z.infer<typeof requestCandidate>

const asked = z.object({
  name: z.string(),
  phone: z.string(),
  when: z.string(),
  words: z.string(),
})

const ownerRequest = z
  .object({
    id: z.uuid(),
    kind: z.enum(REQUEST_KINDS),
    profile: z.object({ id: z.uuid(), name: z.string() }),
    received_at: z.iso.datetime(),
    due_day: z.iso.date(),
    asked,
    candidates: z.array(requestCandidate).max(LIMITS.requestCandidatesMax),
  })
  .meta({ id: 'OwnerRequest' })
export type OwnerRequest = z.infer<typeof ownerRequest>

export const getOwnerRequests = call({
  method: 'get',
  path: '/api/requests',
  summary: 'Requests about words left on one’s own cards, which the owner may confirm. The oldest first.',
  access: 'activated',
  reads: ['requests', 'visitors'],
  answer: z.array(ownerRequest).max(LIMITS.ownerRequestsMax),
})

const idParam = z.object({ id: z.string().max(LIMITS.lineCharsMax) })
const decided = z.object({ id: z.uuid() }).meta({ id: 'DecidedRequest' })
export const postConfirmRequest = call({
  method: 'post',
  path: '/api/requests/{id}/confirm',
  summary: 'Its owner says which visitor of the card asks. What was asked for is done then.',
  access: 'activated',
  limit: { name: 'edit-profile' },
  params: idParam,
  body: z.strictObject({ candidate: z.string().max(LIMITS.lineCharsMax) }),
  answer: decided,
  refusals: ['not-found', 'conflict'],
})

export const postDenyRequest = call({
  method: 'post',
  path: '/api/requests/{id}/deny',
  summary: 'Its owner knows nobody like that. An administrator answers.',
  access: 'activated',
  limit: { name: 'edit-profile' },
  params: idParam,
  bodyType: 'none',
  answer: decided,
  refusals: ['too-large', 'unsupported-media', 'not-found', 'conflict'],
})
