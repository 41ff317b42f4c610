import { getProfileHistory } from '@app/contracts/audit/calls.ts'
import { historyPageOf, useHistoryPages, type PageOfHistory } from '../../app/calls/history-pages.ts'
import { historyApi } from './history-api.ts'
import { historyPath } from './history-path.ts'

const { useProfileHistoryInfiniteQuery } = historyApi.injectEndpoints({
  endpoints: (build) => ({
    profileHistory: build.infiniteQuery<PageOfHistory, string, string>({
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: ({ next }) => next },
      query: ({ queryArg: profileId, pageParam: after }) => historyPath(profileId, after),
      transformResponse: (body, meta) => historyPageOf(getProfileHistory.answer.parse(body), meta),
      providesTags: ['History'],
    }),
  }),
})

export type OwnerChanges = ReturnType<typeof useOwnerChanges>

export function useOwnerChanges(profileId: string) {
  const answer = useProfileHistoryInfiniteQuery(profileId, { refetchOnMountOrArgChange: true })
  const pages = useHistoryPages(answer)
  return {
    ...pages,
    /** As far as the list says. */
    newestVersion: pages.entries?.find(({ version }) => version !== null)?.version ?? undefined,
    isLoading: answer.isLoading,
    isError: answer.isError && !answer.isFetching,
  }
}
