import {
  getAdminRequest,
  putAdminRequest,
  type AdminRequest,
  type AdminRequestDetail,
} from '@app/contracts/api/rights/admin-requests.ts'
import type { z } from 'zod'
import { adminApi } from '../../admin-api.ts'

export type RequestAct = z.input<typeof putAdminRequest.body>

/** Of the sheet's chunk, which the list does not wait for. */
const requestApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    request: build.query<AdminRequestDetail, string>({
      query: (id) => `/admin/requests/${encodeURIComponent(id)}`,
      transformResponse: (body) => getAdminRequest.answer.parse(body),
      providesTags: ['requests'],
    }),
    decideRequest: build.mutation<AdminRequest, { readonly id: string; readonly act: RequestAct }>({
      query: ({ id, act }) => ({
        url: `/admin/requests/${encodeURIComponent(id)}`,
        method: 'PUT',
        body: act,
      }),
      transformResponse: (body) => putAdminRequest.answer.parse(body),
      // Also after a refusal: the owner or another administrator was faster.
      invalidatesTags: ['requests'],
    }),
  }),
})

export const { useRequestQuery, useDecideRequestMutation } = requestApi
