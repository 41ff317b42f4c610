import {
  getAdminHistoryEvent,
  getAdminPastEntity,
  type HistoryEvent,
} from '@app/contracts/api/admin/admin-history.ts'
import type { z } from 'zod'
import { adminApi } from '../admin-api.ts'

export type PastEntity = z.infer<typeof getAdminPastEntity.answer>

/** Of the sheet's chunk, which the list does not wait for. */
const eventApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    historyEvent: build.query<HistoryEvent, string>({
      query: (position) => `/admin/history/${position}`,
      transformResponse: (body) => getAdminHistoryEvent.answer.parse(body),
      providesTags: ['History'],
    }),
    pastEntity: build.query<PastEntity, string>({
      query: (position) => `/admin/history/${position}/entity`,
      transformResponse: (body) => getAdminPastEntity.answer.parse(body),
      providesTags: ['History'],
    }),
  }),
})

export const { useHistoryEventQuery, usePastEntityQuery } = eventApi
