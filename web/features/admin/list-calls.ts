import {
  getAdminUsers,
  putAdminUser,
  type UserChanges,
  deleteAdminProfile,
  getAdminProfiles,
  putAdminProfileSlug,
  putAdminProfileStatus,
} from '@app/contracts/administration.ts'
import { parsed, sends, type AnswerTo, type Body } from '../../app/calls.ts'
import { getAdminCodes, postAdminCodes } from '@app/contracts/codes.ts'
import { getAdminQuotations, putAdminQuotation } from '@app/contracts/quotations.ts'
import { getAdminRequests, putAdminRequest, type AdminRequestDetail } from '@app/contracts/privacy/rights.ts'
import { adminApi, listed } from './admin-api.ts'

export type IssuedCodes = AnswerTo<typeof postAdminCodes>

/** Within one state by its index: the longest waiting comes first, and the newest of what is done. */
const SORTS: Readonly<Record<string, string>> = {
  pending: 'created_at',
  contacted: '-created_at',
  completed: '-created_at',
}

export interface WantedSlug {
  readonly id: string
  readonly slug: string
}

const addressOf = (id: string): string => `/admin/profiles/${encodeURIComponent(id)}`
// Also after a refusal: it may mean that the list is outdated. The profile may be the administrator's own.
const CHANGED = ['profiles', 'Profiles', 'Profile'] as const

const peopleApi = adminApi.injectEndpoints({
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
    codes: build.query(listed('activation-codes', getAdminCodes)),
    issueCodes: build.mutation({
      ...sends(postAdminCodes),
      invalidatesTags: (_answer, error) => (error ? [] : ['activation-codes']),
    }),
  }),
})

export const { useUsersQuery, useChangeUserMutation, useCodesQuery, useIssueCodesMutation } = peopleApi

const requestsApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    quotations: build.query(
      listed('quotations', getAdminQuotations, ({ filter, sort }) => ({
        status: filter,
        sort: SORTS[filter] ?? sort,
      })),
    ),
    markQuotation: build.mutation({
      query: ({ id, status }: { readonly id: string } & Body<typeof putAdminQuotation>) => ({
        url: `/admin/quotations/${id}`,
        method: 'PUT',
        body: { status },
        keepalive: true,
      }),
      ...parsed(putAdminQuotation),
      // Also after a refusal: another administrator was faster.
      invalidatesTags: ['quotations'],
    }),
    requests: build.query(
      listed('requests', getAdminRequests, ({ filter }) => ({
        state: filter,
        sort: filter === 'open' ? 'due_day' : '-received_at',
      })),
    ),
    request: build.query({
      query: (id: string) => ({ url: '/admin/requests', params: { id } }),
      transformResponse: (body): AdminRequestDetail => {
        const [request] = getAdminRequests.answer.parse(body)
        return { ...request!, ...request!.detail! }
      },
      providesTags: ['requests'],
    }),
    decideRequest: build.mutation({
      query: ({ id, act }: { readonly id: string; readonly act: Body<typeof putAdminRequest> }) => ({
        url: `/admin/requests/${encodeURIComponent(id)}`,
        method: 'PUT',
        body: act,
      }),
      ...parsed(putAdminRequest),
      invalidatesTags: ['requests'],
    }),
  }),
})

export const {
  useQuotationsQuery,
  useMarkQuotationMutation,
  useRequestsQuery,
  useRequestQuery,
  useDecideRequestMutation,
} = requestsApi

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
      // The owner may make another, and its subscribers are gone.
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
