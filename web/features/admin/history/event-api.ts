import { getAdminHistoryEvent, getAdminPastEntity } from '@app/contracts/audit/admin-history.ts'
import { parsed, type AnswerTo } from '../../../app/calls/endpoints.ts'
import { adminApi } from '../admin-api.ts'

export type PastEntity = AnswerTo<typeof getAdminPastEntity>

/** Of the sheet's chunk, which the list does not wait for. */
const eventApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    historyEvent: build.query({
      query: (position: string) => `/admin/history/${position}`,
      ...parsed(getAdminHistoryEvent),
      providesTags: ['History'],
    }),
    pastEntity: build.query({
      query: (position: string) => `/admin/history/${position}/entity`,
      ...parsed(getAdminPastEntity),
      providesTags: ['History'],
    }),
  }),
})

export const { useHistoryEventQuery, usePastEntityQuery } = eventApi
