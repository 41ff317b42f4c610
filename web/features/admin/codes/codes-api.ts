import { getAdminCodes, postAdminCodes } from '@app/contracts/codes.ts'
import { sendsOnce, type AnswerTo } from '../../../app/calls/endpoints.ts'
import { adminApi, listed } from '../admin-api.ts'

export type IssuedCodes = AnswerTo<typeof postAdminCodes>

const codesApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    codes: build.query(listed('activation-codes', getAdminCodes)),
    issueCodes: build.mutation({
      ...sendsOnce(postAdminCodes),
      invalidatesTags: (_answer, error) => (error ? [] : ['activation-codes']),
    }),
  }),
})

export const { useCodesQuery, useIssueCodesMutation } = codesApi
