import { LIMITS } from './limits/limits.ts'
import { z } from 'zod'
import { maxProfiles } from './accounts.ts'
import { csvOfList, LIST_HEADERS, listQuery, stateFilter } from './api/call-parts.ts'
import { call } from './api/call.ts'
import { defineEvent } from './events/define.ts'
import { isBlocked, line } from './fields/text.ts'

/** `id` is a keyed hash of the code. */
export const activationCodeStream = (id: string): string => `activationCode-${id}`

export const codeIssued = defineEvent({
  type: 'CodeIssued',
  data: {
    maxProfiles,
    sealedCode: line(LIMITS.lineCharsMax),
  },
})
export const codeRedeemed = defineEvent({
  type: 'CodeRedeemed',
  data: { accountId: line(LIMITS.lineCharsMax) },
})
/** Another code, sent at the same time, activated the account: this one can be redeemed again. */
export const codeReleased = defineEvent({
  type: 'CodeReleased',
  data: { accountId: line(LIMITS.lineCharsMax) },
})

const issuedCode = z.object({
  id: z.string(),
  code: z.string(),
  max_profiles: z.int().min(1),
  used: z.boolean(),
  created_at: z.iso.datetime(),
  used_at: z.iso.datetime().nullable(),
})

const adminCode = issuedCode
  .extend({
    used_by: z
      .object({ id: z.string(), name: z.string(), email: z.string(), is_blocked: isBlocked })
      .nullable()
      .meta({ description: 'The account that used it; without name and e-mail once it is erased.' }),
  })
  .meta({ id: 'AdminActivationCode' })
export type AdminCode = z.infer<typeof adminCode>

export const getAdminCodes = call({
  method: 'get',
  path: '/api/admin/activation-codes',
  summary:
    'Activation codes, newest first; searched by the whole code, or by name and e-mail of who used it.',
  access: 'admin',
  query: z.object({
    ...listQuery(['-created_at', 'created_at']),
    state: stateFilter(['all', 'available', 'used']),
  }),
  gives: LIST_HEADERS,
  reads: ['codes', 'accounts'],
  answer: z.array(adminCode),
})

const whole = (max: number) => z.int(`Debe ser un número entero de 1 a ${max}.`).min(1).max(max).default(1)

export const postAdminCodes = call({
  method: 'post',
  path: '/api/admin/activation-codes',
  summary: `Issues an activation code, or up to ${LIMITS.codesAtOnceMax} alike; an empty object means one for a single profile.`,
  access: 'admin',
  limit: { name: 'issue-codes' },
  body: z.strictObject({ max_profiles: whole(LIMITS.profilesMax), count: whole(LIMITS.codesAtOnceMax) }),
  answer: issuedCode
    .extend({ codes: z.array(z.string()).meta({ description: 'All that were issued, this one first.' }) })
    .meta({ id: 'IssuedActivationCodes' }),
})

export const getAdminCodesCsv = call({
  ...csvOfList,
  path: '/api/admin/activation-codes.csv',
  summary:
    'All activation codes of a filter, newest first, as CSV for spreadsheets in Spanish. One list at a time: others get 503.',
  query: getAdminCodes.query.pick({ search: true, state: true }),
  reads: ['codes', 'accounts'],
})
