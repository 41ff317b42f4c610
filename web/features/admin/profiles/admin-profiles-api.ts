import {
  deleteAdminProfile,
  getAdminProfiles,
  putAdminProfileSlug,
  putAdminProfileStatus,
} from '@app/contracts/profiles/admin-profiles.ts'
import { parsed } from '../../../app/calls/endpoints.ts'
import { adminApi, listed } from '../admin-api.ts'

export interface WantedSlug {
  readonly id: string
  readonly slug: string
}

const addressOf = (id: string): string => `/admin/profiles/${encodeURIComponent(id)}`
// Also after a refusal: it may mean that the list is outdated. The profile may be the administrator's own.
const CHANGED = ['profiles', 'Profiles', 'Profile'] as const

const profilesApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    adminProfiles: build.query(listed('profiles', getAdminProfiles)),
    changeSlug: build.mutation({
      query: ({ id, slug }: WantedSlug) => ({
        url: `${addressOf(id)}/slug`,
        method: 'PUT',
        params: { new_slug: slug },
      }),
      ...parsed(putAdminProfileSlug),
      invalidatesTags: CHANGED,
    }),
    showProfile: build.mutation({
      query: ({ id, is_active }: { readonly id: string; readonly is_active: boolean }) => ({
        url: `${addressOf(id)}/status`,
        method: 'PUT',
        body: { is_active },
      }),
      ...parsed(putAdminProfileStatus),
      invalidatesTags: CHANGED,
    }),
    eraseProfile: build.mutation({
      query: (id: string) => ({ url: addressOf(id), method: 'DELETE' }),
      ...parsed(deleteAdminProfile),
      // Its owner may make another, and its subscribers are gone.
      invalidatesTags: [...CHANGED, 'users', 'reminders', 'Account'],
    }),
  }),
})

export const {
  useAdminProfilesQuery,
  useChangeSlugMutation,
  useShowProfileMutation,
  useEraseProfileMutation,
} = profilesApi
