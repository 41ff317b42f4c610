import {
  getAdminRequests,
  putAdminRequest,
  type AdminRequestDetail,
} from '@app/contracts/privacy/admin-requests.ts'
import { parsed, type Body } from '../../../app/calls/endpoints.ts'
import { adminApi, listed } from '../admin-api.ts'

const requestsApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
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
      // Also after a refusal: another administrator was faster.
      invalidatesTags: ['requests'],
    }),
  }),
})

export const { useRequestsQuery, useRequestQuery, useDecideRequestMutation } = requestsApi
