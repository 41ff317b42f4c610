import { z } from 'zod'
import { isBlocked } from '../fields/blocked.ts'
import { LIMITS } from '../limits/limits.ts'
import { LIST_HEADERS, listQuery, stateFilter } from '../api/admin-lists.ts'
import { call } from '../api/call.ts'
import { message } from '../api/call-parts.ts'
import { publicProfile } from '../taps/calls.ts'

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

const idParam = z.object({ id: z.string().max(LIMITS.lineCharsMax) })
export const deleteAdminProfile = call({
  method: 'delete',
  path: '/api/admin/profiles/{id}',
  summary:
    'Erases a profile for ever, with its images, visitors and subscribers. Its slugs stay taken; its owner may make another.',
  access: 'admin',
  limit: { name: 'administer' },
  audited: { done: 'profile-erased' },
  params: idParam,
  answer: z.object({ message }),
  refusals: ['not-found'],
})

export const putAdminProfileStatus = call({
  method: 'put',
  path: '/api/admin/profiles/{id}/status',
  summary: 'Hides a profile from everybody but its owner and administrators, or shows it again.',
  access: 'admin',
  limit: { name: 'administer' },
  params: idParam,
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
  params: idParam,
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
