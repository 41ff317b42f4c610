import { getAdminCodes, postAdminCodes, type AdminCode } from '@app/contracts/api/admin/admin-codes.ts'
import { adminApi, PAGE_ROWS, pageOf, type ListRequest, type ListPage } from '../admin-api.ts'

export type IssuedCodes = (typeof postAdminCodes.answer)['_output']
export type CodesToIssue = (typeof postAdminCodes.body)['_output']

const codesApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    codes: build.query<ListPage<AdminCode>, ListRequest>({
      query: ({ search, filter, sort, after }) => ({
        url: '/admin/activation-codes',
        params: { search, state: filter, sort, after, limit: PAGE_ROWS },
      }),
      transformResponse: (body, meta) => pageOf(getAdminCodes.answer.parse(body), meta),
      providesTags: ['activation-codes'],
    }),
    issueCodes: build.mutation<IssuedCodes, { readonly body: CodesToIssue; readonly key: string }>({
      query: ({ body, key }) => ({
        url: '/admin/activation-codes',
        method: 'POST',
        body,
        headers: { 'idempotency-key': key },
      }),
      transformResponse: (body) => postAdminCodes.answer.parse(body),
      invalidatesTags: (_answer, error) => (error ? [] : ['activation-codes']),
    }),
  }),
})

export const { useCodesQuery, useIssueCodesMutation } = codesApi
