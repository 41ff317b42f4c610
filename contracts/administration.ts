import { z } from 'zod'
import { user } from './accounts.ts'
import { LIST_HEADERS, listQuery, message, stateFilter } from './api/call-parts.ts'
import { call } from './api/call.ts'
import { emailAddress } from './fields/email.ts'
import { isBlocked } from './fields/text.ts'
import { LIMITS } from './limits/limits.ts'
import { profileParam, publicProfile } from './profile-calls.ts'

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

const adminProfile = publicProfile
  .extend({
    visits: z.int(),
    user_name: z.string(),
    user_email: z.string(),
    is_blocked: isBlocked,
    is_user_blocked: isBlocked,
    is_active: z.boolean(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'AdminProfile' })
export type AdminProfile = z.infer<typeof adminProfile>

export const getAdminProfiles = call({
  method: 'get',
  path: '/api/admin/profiles',
  summary:
    'Profiles, newest first; searched by name, last name, company and slug, and by name and e-mail of the owner.',
  access: 'admin',
  query: z.object({
    ...listQuery(['-created_at', 'created_at']),
    state: stateFilter(['all', 'active', 'inactive']),
  }),
  gives: LIST_HEADERS,
  reads: ['profiles', 'accounts', 'traffic'],
  answer: z.array(adminProfile),
})

export const deleteAdminProfile = call({
  method: 'delete',
  path: '/api/admin/profiles/{id}',
  summary:
    'Erases a profile for ever, with its images, visitors and subscribers. Its slugs stay taken; its owner may make another.',
  access: 'admin',
  limit: { name: 'administer' },
  audited: { done: 'profile-erased' },
  params: profileParam,
  answer: z.object({ message }),
  refusals: ['not-found'],
})

export const putAdminProfileStatus = call({
  method: 'put',
  path: '/api/admin/profiles/{id}/status',
  summary: 'Hides a profile from everybody but its owner and administrators, or shows it again.',
  access: 'admin',
  limit: { name: 'administer' },
  params: profileParam,
  body: z.strictObject({ is_active: z.boolean('Indica si el perfil se muestra: true o false.') }),
  answer: z.object({ success: z.literal(true), is_active: z.boolean() }).meta({ id: 'ProfileStatus' }),
  refusals: ['not-found', 'history-full'],
})

const EMPTY_SLUG = 'El slug no puede estar vacío'

export const putAdminProfileSlug = call({
  method: 'put',
  path: '/api/admin/profiles/{id}/slug',
  summary: 'Gives a profile another slug. Earlier ones lead to it for ever.',
  access: 'admin',
  limit: { name: 'administer' },
  bodyType: 'none',
  params: profileParam,
  query: z.object({
    new_slug: z
      .string({ error: ({ input }) => (input === undefined ? EMPTY_SLUG : 'Indica un solo slug.') })
      .trim()
      .min(1, EMPTY_SLUG)
      .max(LIMITS.lineCharsMax, `Máximo ${LIMITS.lineCharsMax} caracteres.`),
  }),
  answer: z
    .object({ success: z.literal(true), old_slug: z.string(), new_slug: z.string() })
    .meta({ id: 'ChangedSlug' }),
  refusals: ['not-found', 'conflict', 'history-full'],
})
