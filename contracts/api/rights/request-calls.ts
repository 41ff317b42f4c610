import { z } from 'zod'
import { emailAddress } from '../../fields/email.ts'
import { filledLine, freeParagraph } from '../../fields/text.ts'
import { LIMITS } from '../../limits/limits.ts'
import { REQUEST_KINDS } from '../../privacy/requests.ts'
import { call } from '../call.ts'
import { message } from '../call-parts.ts'

/** With the time that was said they are one paragraph of the event. */
const REQUEST_WORDS_CHARS_MAX = LIMITS.paragraphCharsMax - LIMITS.nameCharsMax - 1

export const rightsRequestBody = z.strictObject({
  kind: z.enum(REQUEST_KINDS, 'Elige qué quieres.'),
  card: filledLine(LIMITS.lineCharsMax)
    .optional()
    .meta({ description: 'Name on the card, its slug or its address; absent where it is about no card.' }),
  name: filledLine(LIMITS.nameCharsMax),
  phone: filledLine(LIMITS.phoneCharsMax),
  when: filledLine(LIMITS.nameCharsMax).meta({ description: 'About when, in their own words.' }),
  words: freeParagraph(REQUEST_WORDS_CHARS_MAX)
    .transform((text) => text.trim())
    .optional()
    .meta({ description: 'With `correction`: what is right. Else what they want to add.' }),
  email: emailAddress.meta({ description: 'Where the answer goes.' }),
})

export const postRightsRequest = call({
  method: 'post',
  path: '/api/rights/requests',
  summary:
    'A request that no mailbox proves, of any kind. An administrator answers it; the answer here does not say whether there is such a person.',
  access: 'everyone',
  limit: { name: 'rights-request' },
  idempotent: 'by-answer',
  body: rightsRequestBody,
  answer: z.object({ message }).meta({ id: 'RightsRequestReceived' }),
})
