import {
  getProfile,
  getMyProfiles,
  postCreateProfile,
  type OwnProfile,
} from '@app/contracts/profile-calls.ts'
import { api } from '../../app/api.ts'

const profilesApi = api.injectEndpoints({
  endpoints: (build) => ({
    myProfiles: build.query<OwnProfile[], void>({
      query: () => '/profiles/me',
      transformResponse: (body) => getMyProfiles.answer.parse(body),
      providesTags: ['Profiles'],
    }),
    /** Only administrators get one that is not theirs. */
    foreignProfile: build.query<OwnProfile, string>({
      query: (id) => `/profile/${encodeURIComponent(id)}`,
      transformResponse: (body) => getProfile.answer.parse(body),
      providesTags: ['Profiles'],
    }),
    /** @param key Idempotency-Key */
    createProfile: build.mutation<OwnProfile, string>({
      query: (key) => ({
        url: '/profiles/create',
        method: 'POST',
        headers: { 'idempotency-key': key },
      }),
      transformResponse: (body) => postCreateProfile.answer.parse(body),
      // At once, so that its address names one of the list.
      onQueryStarted: async (_key, { dispatch, queryFulfilled }) => {
        const made = await queryFulfilled.catch(() => undefined)
        const add = (list: OwnProfile[]) => {
          if (made && !list.some(({ id }) => id === made.data.id)) list.push(made.data)
        }
        dispatch(profilesApi.util.updateQueryData('myProfiles', undefined, add))
      },
      // Also after a refusal: it may mean that this screen's profiles are outdated.
      invalidatesTags: ['Profiles', 'Account'],
    }),
  }),
})

export const { useMyProfilesQuery, useForeignProfileQuery, useCreateProfileMutation } = profilesApi
