import { z } from 'zod'
import { LIMITS } from '../../limits/limits.ts'
import { call } from '../call.ts'

const consent = z
  .object({
    who: z
      .string()
      .nullable()
      .meta({ description: 'Null where it cannot be read, or is not for the reader.' }),
    version: z.string(),
    text: z.string().meta({ description: 'With the owner’s name as the card had it at that instant.' }),
    accepted_at: z.iso.datetime(),
    position: z.string().meta({ description: 'Number of its event in the log.' }),
    responsible: z.string(),
  })
  .meta({ id: 'Consent' })
export type Consent = z.infer<typeof consent>

export const getConsent = call({
  method: 'get',
  path: '/api/people/{subject}/consent',
  summary:
    'Which text a person accepted, and when: for the owner of the card on which they left something, and for administrators, whose reading is recorded.',
  access: 'activated',
  limit: { name: 'export-list' },
  params: z.object({ subject: z.string().max(LIMITS.lineCharsMax) }),
  reads: ['visitors'],
  answer: consent,
  refusals: ['not-found'],
})
