import { getAdminRequests, type AdminRequest } from '@app/contracts/api/rights/admin-requests.ts'
import { adminApi, PAGE_ROWS, pageOf, type ListPage } from '../admin-api.ts'
import type { RequestFilter } from './use-request-filter.ts'

interface RequestGroup extends Pick<RequestFilter, 'search' | 'kind'> {
  readonly state: AdminRequest['status']
}

const requestsApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    requests: build.infiniteQuery<ListPage<AdminRequest>, RequestGroup, string>({
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: ({ next }) => next },
      query: ({ queryArg: { search, kind, state }, pageParam: after }) => ({
        url: '/admin/requests',
        params: {
          search,
          kind,
          state,
          sort: state === 'open' ? 'due_day' : '-received_at',
          limit: PAGE_ROWS,
          ...(after !== '' && { after }),
        },
      }),
      transformResponse: (body, meta) => pageOf(getAdminRequests.answer.parse(body), meta),
      providesTags: ['requests'],
    }),
  }),
})

export const { useRequestsInfiniteQuery } = requestsApi
