import { getAdminProfiles, type AdminProfile } from '@app/contracts/api/admin.ts'
import { api } from '../../app/api.ts'

const profilesApi = api.injectEndpoints({
  endpoints: (build) => ({
    allProfiles: build.query<AdminProfile[], void>({
      query: () => '/admin/profiles',
      transformResponse: (body) => getAdminProfiles.answer.parse(body),
      providesTags: ['Profiles'],
    }),
  }),
})

export const { useAllProfilesQuery } = profilesApi
