import { getAdminRequest, putAdminRequest } from '@app/contracts/api/rights/admin-requests.ts'
import { parsed, type Body } from '../../../../app/calls/endpoints.ts'
import { adminApi } from '../../admin-api.ts'

export type RequestAct = Body<typeof putAdminRequest>

const addressOf = (id: string): string => `/admin/requests/${encodeURIComponent(id)}`

/** Of the sheet's chunk, which the list does not wait for. */
const requestApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    request: build.query({ query: addressOf, ...parsed(getAdminRequest), providesTags: ['requests'] }),
    decideRequest: build.mutation({
      query: ({ id, act }: { readonly id: string; readonly act: RequestAct }) => ({
        url: addressOf(id),
        method: 'PUT',
        body: act,
      }),
      ...parsed(putAdminRequest),
      // Also after a refusal: the owner or another administrator was faster.
      invalidatesTags: ['requests'],
    }),
  }),
})

export const { useRequestQuery, useDecideRequestMutation } = requestApi
