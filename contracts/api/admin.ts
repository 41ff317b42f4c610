import { z } from 'zod'
import { call } from './call.ts'
import { SIGNED_IN_REFUSALS, nothing } from './parts.ts'
import { publicProfile } from './public.ts'

export const adminProfile = publicProfile
  .extend({
    visits: z.int(),
    user_name: z.string(),
    user_email: z.string(),
    is_active: z.boolean(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'AdminProfile' })
export type AdminProfile = z.infer<typeof adminProfile>

export const getAdminProfiles = call({
  method: 'get',
  path: '/api/admin/profiles',
  summary: 'All profiles, newest first.',
  access: 'admin',
  limit: { name: 'signed-in' },
  params: nothing,
  query: nothing,
  body: nothing,
  reads: ['profiles', 'accounts', 'traffic'],
  answer: z.array(adminProfile),
  refusals: [...SIGNED_IN_REFUSALS, 'forbidden', 'too-many'],
})
