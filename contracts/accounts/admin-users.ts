import { z } from 'zod'
import { emailAddress } from '../fields/email.ts'
import { LIMITS } from '../limits/limits.ts'
import { LIST_HEADERS, listQuery, stateFilter } from '../api/admin-lists.ts'
import { user } from './user.ts'
import { call } from '../api/call.ts'

export const adminUser = user.extend({ created_at: z.iso.datetime() }).meta({ id: 'AdminUser' })
export type AdminUser = z.infer<typeof adminUser>

const USER_SORTS = [
  '-created_at',
  'created_at',
  '-profiles_count',
  'profiles_count',
  '-max_profiles',
  'max_profiles',
  '-standing',
  'standing',
  '-name',
  'name',
  '-email',
  'email',
] as const

export const getAdminUsers = call({
  method: 'get',
  path: '/api/admin/users',
  summary:
    'Accounts, newest first; searched by name and e-mail. By these they are sorted up to 1,000, of more the newest come first. Standing: deactivated, without a code, at work.',
  access: 'admin',
  query: z.object({
    ...listQuery(USER_SORTS),
    state: stateFilter(['all', 'active', 'inactive', 'unactivated']),
  }),
  gives: LIST_HEADERS,
  reads: ['accounts'],
  answer: z.array(adminUser),
})

const NOTHING_TO_CHANGE = 'Indica qué cambiar: is_active, max_profiles o email.'

const userChanges = z
  .strictObject({
    is_active: z.boolean('Indica true o false.').optional(),
    max_profiles: z
      .int(`El máximo de perfiles debe ser un número entero de 1 a ${LIMITS.profilesMax}.`)
      .min(1)
      .max(LIMITS.profilesMax)
      .optional(),
    email: emailAddress.optional(),
  })
  .refine((changes) => Object.values(changes).some((value) => value !== undefined), NOTHING_TO_CHANGE)
  .meta({ minProperties: 1 })
export type UserChanges = z.infer<typeof userChanges>

export const putAdminUser = call({
  method: 'put',
  path: '/api/admin/users/{id}',
  summary: 'Deactivates or reactivates an account, or changes how many profiles it may have, or its e-mail.',
  access: 'admin',
  limit: { name: 'administer' },
  params: z.object({ id: z.string().max(LIMITS.lineCharsMax) }),
  body: userChanges,
  answer: adminUser,
  refusals: ['not-found', 'conflict', 'email-taken', 'own-account', 'last-administrator', 'history-full'],
})
