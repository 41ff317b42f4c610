import { z } from 'zod'
import { call } from './api/call.ts'
import { LIMITS } from './limits/limits.ts'
import { profileDetails, profileTheme, typedText } from './profiles.ts'

const imageRef = z.string().nullable()

export const publicProfile = z
  .object({
    id: z.uuid(),
    slug: z.string(),
    ...profileDetails.shape,
    ...profileTheme.shape,
    profile_image: imageRef,
    company_logo: imageRef,
    background_image: imageRef,
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'PublicProfile' })
export type PublicProfile = z.infer<typeof publicProfile>

/** `visits`: the counted ones of all time, as far as counted. `is_active`: false while an administrator hides it. */
export const ownProfile = publicProfile
  .extend({ visits: z.int(), is_active: z.boolean() })
  .meta({ id: 'OwnProfile' })
export type OwnProfile = z.infer<typeof ownProfile>

export const profileParam = z.object({ id: z.string().max(LIMITS.lineCharsMax) })

export const getMyProfiles = call({
  method: 'get',
  path: '/api/profiles/me',
  summary: 'One’s own profiles, in the order in which they were made.',
  access: 'activated',
  reads: ['profiles'],
  answer: z.array(ownProfile),
})

export const postCreateProfile = call({
  method: 'post',
  path: '/api/profiles/create',
  summary:
    'Makes a profile with the account’s name, split into forenames and family names, and without its e-mail, within the account’s limit.',
  access: 'activated',
  limit: { name: 'create-profile' },
  idempotent: 'by-effect',
  bodyType: 'none',
  answer: ownProfile,
  gives: ['ETag'],
  refusals: ['profile-limit', 'history-full', 'not-found'],
})

export const getProfile = call({
  method: 'get',
  path: '/api/profile/{id}',
  summary: 'One profile. The header ETag has its revision, for If-Match.',
  access: 'activated',
  params: profileParam,
  answer: ownProfile,
  gives: ['ETag'],
  refusals: ['not-found'],
})

/** Fields that are not named stay as they are. Links and phones may be typed in any common form. */
export const profileChanges = z
  .strictObject({ ...profileDetails.shape, whatsapp: typedText, ...profileTheme.shape })
  .partial()
export type ProfileChanges = z.infer<typeof profileChanges>

export const putProfile = call({
  method: 'put',
  path: '/api/profile/{id}',
  summary: 'Changes fields, theme or colours. With If-Match, only if nobody else changed it in between.',
  access: 'activated',
  limit: { name: 'edit-profile' },
  params: profileParam,
  body: profileChanges,
  answer: ownProfile,
  takes: ['If-Match'],
  gives: ['ETag'],
  refusals: ['not-found', 'conflict', 'history-full'],
})
