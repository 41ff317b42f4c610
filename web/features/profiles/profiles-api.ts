import { getAdminProfiles, type AdminProfile } from '@app/contracts/api/admin.ts'
import { getMyProfiles, postCreateProfile, type OwnProfile } from '@app/contracts/api/profiles.ts'
import { api } from '../../app/api.ts'

const profilesApi = api.injectEndpoints({
  endpoints: (build) => ({
    allProfiles: build.query<AdminProfile[], void>({
      query: () => '/admin/profiles',
      transformResponse: (body) => getAdminProfiles.answer.parse(body),
      providesTags: ['Profiles'],
    }),
    myProfiles: build.query<OwnProfile[], void>({
      query: () => '/profiles/me',
      transformResponse: (body) => getMyProfiles.answer.parse(body),
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
      // Also after a refusal: it may mean that this screen's profiles are outdated.
      invalidatesTags: ['Profiles', 'Account'],
    }),
  }),
})

export const { useAllProfilesQuery, useMyProfilesQuery, useCreateProfileMutation } = profilesApi
