import { getAdminHistory } from '@app/contracts/audit/admin-history.ts'
import { historyPageOf, type PageOfHistory } from '../../../app/calls/history-pages.ts'
import { adminApi } from '../admin-api.ts'
import { filterParams, type HistoryQuery } from './history-filter.ts'

const PAGE_LINES = 25

const adminHistoryApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    adminHistory: build.infiniteQuery<PageOfHistory, HistoryQuery, string>({
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: ({ next }) => next },
      query: ({ queryArg: filter, pageParam: after }) => ({
        url: '/admin/history',
        params: { ...filterParams(filter), limit: PAGE_LINES, ...(after !== '' && { after }) },
      }),
      transformResponse: (body, meta) => historyPageOf(getAdminHistory.answer.parse(body), meta),
      providesTags: ['History'],
    }),
  }),
})

export const { useAdminHistoryInfiniteQuery } = adminHistoryApi
