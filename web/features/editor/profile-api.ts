import { getProfile, putProfile, type OwnProfile, type ProfileChanges } from '@app/contracts/profile-calls.ts'
import type { ImageKind } from '@app/contracts/profiles.ts'
import type { FetchBaseQueryMeta } from '@reduxjs/toolkit/query/react'
import { api, type ApiError } from '../../app/api.ts'
import { deleteUpload, postUpload } from '@app/contracts/media.ts'

interface ImagePlace {
  readonly profileId: string
  readonly kind: ImageKind
}

interface Changed {
  readonly message: string
}

const pathOf = ({ kind, profileId }: ImagePlace): string => `/upload/${kind}/${encodeURIComponent(profileId)}`

/** A neutral name instead of the picked file's: the server stores none. */
const FILE_NAME = 'imagen'

function formOf(file: Blob): FormData {
  const form = new FormData()
  form.append('file', file, FILE_NAME)
  return form
}

/** Also after a failure: an answer that was lost may have been a success. */
const changedTags = (_answer: unknown, _error: unknown, { profileId }: ImagePlace) => [
  'Profiles' as const,
  { type: 'Profile' as const, id: profileId },
]

const imageApi = api.injectEndpoints({
  endpoints: (build) => ({
    uploadImage: build.mutation<Changed, ImagePlace & { readonly file: Blob }>({
      query: ({ file, ...place }) => ({ url: pathOf(place), method: 'POST', body: formOf(file) }),
      transformResponse: (body) => postUpload.answer.parse(body),
      invalidatesTags: changedTags,
    }),
    deleteImage: build.mutation<Changed, ImagePlace>({
      query: (place) => ({ url: pathOf(place), method: 'DELETE' }),
      transformResponse: (body) => deleteUpload.answer.parse(body),
      invalidatesTags: changedTags,
    }),
  }),
})

export const { useUploadImageMutation, useDeleteImageMutation } = imageApi

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
