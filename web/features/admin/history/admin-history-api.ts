import { getAdminHistory } from '@app/contracts/api/admin/admin-history.ts'
import { CSV_TYPE } from '@app/contracts/api/admin/admin-exports.ts'
import { historyPageOf, type PageOfHistory } from '../../../app/calls/history-pages.ts'
import { saveAnswer } from '../../../app/save-answer.ts'
import { adminApi } from '../admin-api.ts'
import { filterParams, type HistoryQuery } from './history-filter.ts'

const PAGE_LINES = 25
const TYPES = { csv: CSV_TYPE, ndjson: 'application/x-ndjson' } as const

export type ExportFormat = keyof typeof TYPES

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
    exportHistory: build.mutation<null, { readonly format: ExportFormat; readonly filter: HistoryQuery }>({
      queryFn: ({ format, filter }, queryApi, _options, ask) => {
        const file = `history.${format}`
        const params = filterParams(filter)
        return saveAnswer({ url: `/admin/${file}`, params, type: TYPES[format], name: file }, queryApi, ask)
      },
    }),
  }),
})

export const { useAdminHistoryInfiniteQuery, useExportHistoryMutation } = adminHistoryApi
