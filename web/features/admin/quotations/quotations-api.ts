import { getAdminQuotations, putAdminQuotation } from '@app/contracts/quotations.ts'
import { parsed, type Body } from '../../../app/calls/endpoints.ts'
import { adminApi, listed } from '../admin-api.ts'

export type MarkedAs = Body<typeof putAdminQuotation>['status']

/** Within one state by its index: whoever has waited longest comes first, of what is done the newest. */
const SORTS: Readonly<Record<string, string>> = {
  pending: 'created_at',
  contacted: '-created_at',
  completed: '-created_at',
}

const quotationsApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    quotations: build.query(
      listed('quotations', getAdminQuotations, ({ filter, sort }) => ({
        status: filter,
        sort: SORTS[filter] ?? sort,
      })),
    ),
    markQuotation: build.mutation({
      query: ({ id, status }: { readonly id: string; readonly status: MarkedAs }) => ({
        url: `/admin/quotations/${id}`,
        method: 'PUT',
        body: { status },
      }),
      ...parsed(putAdminQuotation),
      // Also after a refusal: another administrator was faster.
      invalidatesTags: ['quotations'],
    }),
  }),
})

export const { useQuotationsQuery, useMarkQuotationMutation } = quotationsApi
