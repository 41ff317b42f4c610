import { getProfile, putProfile, type OwnProfile, type ProfileChanges } from '@app/contracts/profile-calls.ts'
import type { FetchBaseQueryMeta } from '@reduxjs/toolkit/query/react'
import { api, type ApiError } from '../../app/api.ts'

export interface VersionedProfile {
  readonly profile: OwnProfile
  readonly etag: string
}

export interface ProfileEdit {
  readonly id: string
  readonly changes: ProfileChanges
  readonly etag: string
}

const placeOf = (id: string): string => `/profile/${encodeURIComponent(id)}`

const versioned = (profile: OwnProfile, meta: FetchBaseQueryMeta | undefined): VersionedProfile => ({
  profile,
  etag: meta?.response?.headers.get('etag') ?? '',
})

const profileApi = api.injectEndpoints({
  endpoints: (build) => ({
    profile: build.query<VersionedProfile, string>({
      query: placeOf,
      transformResponse: (body, meta) => versioned(getProfile.answer.parse(body), meta),
      providesTags: (_answer, _error, id) => [{ type: 'Profile', id }],
    }),
    changeProfile: build.mutation<VersionedProfile, ProfileEdit>({
      query: ({ id, changes, etag }) => ({
        url: placeOf(id),
        method: 'PUT',
        body: changes,
        headers: { 'if-match': etag },
      }),
      transformResponse: (body, meta) => versioned(putProfile.answer.parse(body), meta),
      onQueryStarted: async ({ id }, { dispatch, queryFulfilled }) => {
        const saved = await queryFulfilled.catch(() => undefined)
        if (saved) dispatch(profileApi.util.updateQueryData('profile', id, () => saved.data))
      },
      invalidatesTags: (_answer, error) => (error ? [] : ['Profiles']),
    }),
  }),
})

export const { useProfileQuery, useLazyProfileQuery, useChangeProfileMutation } = profileApi

export const isUnreached = (error: unknown): boolean => {
  const { status, isHeldBack } = error as Partial<ApiError>
  return status === 'FETCH_ERROR' && isHeldBack !== true
}

/** Read again each time it opens: it may have changed elsewhere. */
export const useNewestProfile = (id: string) =>
  useProfileQuery(id, { refetchOnMountOrArgChange: true, refetchOnReconnect: true })
