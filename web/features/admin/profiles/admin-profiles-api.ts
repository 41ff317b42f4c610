import {
  deleteAdminProfile,
  getAdminProfiles,
  getAdminSlug,
  putAdminProfileSlug,
  putAdminProfileStatus,
  type AdminProfile,
} from '@app/contracts/api/admin/admin-profiles.ts'
import type { z } from 'zod'
import { adminApi, PAGE_ROWS, pageOf, type ListRequest, type ListPage } from '../admin-api.ts'

export interface WantedSlug {
  readonly id: string
  readonly slug: string
}

const addressOf = (id: string): string => `/admin/profiles/${encodeURIComponent(id)}`
// Also after a refusal: it may mean that the list is outdated. The profile may be the administrator's own.
const CHANGED = ['profiles', 'Profiles', 'Profile'] as const

const profilesApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    adminProfiles: build.query<ListPage<AdminProfile>, ListRequest>({
      query: ({ search, filter, sort, after }) => ({
        url: '/admin/profiles',
        params: { search, state: filter, sort, after, limit: PAGE_ROWS },
      }),
      transformResponse: (body, meta) => pageOf(getAdminProfiles.answer.parse(body), meta),
      providesTags: ['profiles'],
    }),
    /** Requested again each time: another profile may have taken it. */
    slugCheck: build.query<z.infer<typeof getAdminSlug.answer>, WantedSlug>({
      query: ({ id, slug }) => ({
        url: `/admin/slugs/${encodeURIComponent(slug)}`,
        params: { profile: id },
      }),
      transformResponse: (body) => getAdminSlug.answer.parse(body),
      keepUnusedDataFor: 0,
    }),
    changeSlug: build.mutation<z.infer<typeof putAdminProfileSlug.answer>, WantedSlug>({
      query: ({ id, slug }) => ({
        url: `${addressOf(id)}/slug`,
        method: 'PUT',
        params: { new_slug: slug },
      }),
      transformResponse: (body) => putAdminProfileSlug.answer.parse(body),
      invalidatesTags: CHANGED,
    }),
    showProfile: build.mutation<
      z.infer<typeof putAdminProfileStatus.answer>,
      { readonly id: string; readonly is_active: boolean }
    >({
      query: ({ id, is_active }) => ({
        url: `${addressOf(id)}/status`,
        method: 'PUT',
        body: { is_active },
      }),
      transformResponse: (body) => putAdminProfileStatus.answer.parse(body),
      invalidatesTags: CHANGED,
    }),
    eraseProfile: build.mutation<z.infer<typeof deleteAdminProfile.answer>, string>({
      query: (id) => ({ url: addressOf(id), method: 'DELETE' }),
      transformResponse: (body) => deleteAdminProfile.answer.parse(body),
      // Its owner may make another, and its subscribers are gone.
      invalidatesTags: [...CHANGED, 'users', 'reminders', 'Account'],
    }),
  }),
})

export const {
  useAdminProfilesQuery,
  useSlugCheckQuery,
  useChangeSlugMutation,
  useShowProfileMutation,
  useEraseProfileMutation,
} = profilesApi
