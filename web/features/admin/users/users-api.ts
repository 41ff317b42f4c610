import { getAdminUsers, putAdminUser, type UserChanges } from '@app/contracts/accounts/admin-users.ts'
import { parsed } from '../../../app/calls/endpoints.ts'
import { adminApi, listed } from '../admin-api.ts'

const usersApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    users: build.query(listed('users', getAdminUsers)),
    changeUser: build.mutation({
      query: ({ id, changes }: { readonly id: string; readonly changes: UserChanges }) => ({
        url: `/admin/users/${id}`,
        method: 'PUT',
        body: changes,
      }),
      ...parsed(putAdminUser),
      // Also after a refusal: it may mean that the list is outdated. A profile's card says whether it is shown.
      invalidatesTags: ['users', 'profiles'],
    }),
  }),
})

export const { useUsersQuery, useChangeUserMutation } = usersApi
