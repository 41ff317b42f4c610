import {
  getAdminQuotations,
  putAdminQuotation,
  type AdminQuotation,
} from '@app/contracts/api/admin/admin-quotations.ts'
import type { z } from 'zod'
import { adminApi, PAGE_ROWS, pageOf, type ListRequest, type ListPage } from '../admin-api.ts'

export type MarkedAs = z.infer<typeof putAdminQuotation.body>['status']

/** Within one state by its index: whoever has waited longest comes first, of what is done the newest. */
const SORTS: Readonly<Record<string, string>> = {
  pending: 'created_at',
  contacted: '-created_at',
  completed: '-created_at',
}

const quotationsApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    quotations: build.query<ListPage<AdminQuotation>, ListRequest>({
      query: ({ search, filter, sort, after }) => ({
        url: '/admin/quotations',
        params: { search, status: filter, sort: SORTS[filter] ?? sort, after, limit: PAGE_ROWS },
      }),
      transformResponse: (body, meta) => pageOf(getAdminQuotations.answer.parse(body), meta),
      providesTags: ['quotations'],
    }),
    markQuotation: build.mutation<
      z.infer<typeof putAdminQuotation.answer>,
      { readonly id: string; readonly status: MarkedAs }
    >({
      query: ({ id, status }) => ({ url: `/admin/quotations/${id}`, method: 'PUT', body: { status } }),
      transformResponse: (body) => putAdminQuotation.answer.parse(body),
      // Also after a refusal: another administrator was faster.
      invalidatesTags: ['quotations'],
    }),
  }),
})

export const { useQuotationsQuery, useMarkQuotationMutation } = quotationsApi
