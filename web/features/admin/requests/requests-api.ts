import {
  getAdminRequest,
  getAdminRequests,
  putAdminRequest,
} from '@app/contracts/api/rights/admin-requests.ts'
import { parsed, type Body } from '../../../app/calls/endpoints.ts'
import { adminApi, listed } from '../admin-api.ts'

const addressOf = (id: string): string => `/admin/requests/${encodeURIComponent(id)}`

const requestsApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    requests: build.query(
      listed('requests', getAdminRequests, ({ filter }) => ({
        state: filter,
        sort: filter === 'open' ? 'due_day' : '-received_at',
      })),
    ),
    request: build.query({ query: addressOf, ...parsed(getAdminRequest), providesTags: ['requests'] }),
    decideRequest: build.mutation({
      query: ({ id, act }: { readonly id: string; readonly act: Body<typeof putAdminRequest> }) => ({
        url: addressOf(id),
        method: 'PUT',
        body: act,
      }),
      ...parsed(putAdminRequest),
      // Also after a refusal: another administrator was faster.
      invalidatesTags: ['requests'],
    }),
  }),
})

export const { useRequestsQuery, useRequestQuery, useDecideRequestMutation } = requestsApi
