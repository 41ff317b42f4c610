import {
  getAdminUsers,
  putAdminUser,
  type AdminUser,
  type UserChanges,
} from '@app/contracts/api/admin/admin-users.ts'
import { adminApi, PAGE_ROWS, pageOf, type ListRequest, type ListPage } from '../admin-api.ts'

const usersApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    users: build.query<ListPage<AdminUser>, ListRequest>({
      query: ({ search, filter, sort, after }) => ({
        url: '/admin/users',
        params: { search, state: filter, sort, after, limit: PAGE_ROWS },
      }),
      transformResponse: (body, meta) => pageOf(getAdminUsers.answer.parse(body), meta),
      providesTags: ['users'],
    }),
    changeUser: build.mutation<AdminUser, { readonly id: string; readonly changes: UserChanges }>({
      query: ({ id, changes }) => ({ url: `/admin/users/${id}`, method: 'PUT', body: changes }),
      transformResponse: (body) => putAdminUser.answer.parse(body),
      // Also after a refusal: it may mean that the list is outdated. A profile's card says whether it is shown.
      invalidatesTags: ['users', 'profiles'],
    }),
  }),
})

export const { useUsersQuery, useChangeUserMutation } = usersApi
