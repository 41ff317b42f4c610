import { z } from 'zod'
import { emailAddress } from '../../fields/email.ts'
import { filledLine, freeParagraph } from '../../fields/text.ts'
import { LIMITS } from '../../limits/limits.ts'
import type { REQUEST_KINDS } from '../../privacy/requests.ts'
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
