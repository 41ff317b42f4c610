import type { AdminRequest } from '@app/contracts/api/rights/admin-requests.ts'
import type { ListPage } from '../admin-api.ts'
import { useRequestsInfiniteQuery } from './requests-api.ts'
import type { RequestFilter } from './use-request-filter.ts'

export interface RequestGroupRows {
  readonly state: AdminRequest['status']
  readonly rows: readonly AdminRequest[]
  readonly total: number
}

export interface RequestLists {
  /** Undefined until all are read. */
  readonly groups: readonly RequestGroupRows[] | undefined
  /** Also of rows that are not loaded yet. */
  readonly total: number
  /** They are of this filter, and not of the one before. */
  readonly isCurrent: boolean
  readonly isFetching: boolean
  readonly error: unknown
  readonly refetch: () => void
  readonly loadMore: (() => void) | undefined
  readonly isLoadingMore: boolean
}

/** Open requests by their due day, then answered ones, the newest first. */
export function useRequestLists({ search, state, kind }: RequestFilter): RequestLists {
  const open = useRequestsInfiniteQuery(
    { search, kind, state: 'open' },
    { skip: state === 'answered', refetchOnMountOrArgChange: true },
  )
  const answered = useRequestsInfiniteQuery(
    { search, kind, state: 'answered' },
    { skip: state === 'open', refetchOnMountOrArgChange: true },
  )
  const lists = [
    ...(state === 'answered' ? [] : [{ state: 'open' as const, answer: open }]),
    ...(state === 'open' ? [] : [{ state: 'answered' as const, answer: answered }]),
  ]
  const answers = lists.map(({ answer }) => answer)
  const isFetching = answers.some((answer) => answer.isFetching)
  const isRead = answers.every(({ data }) => data !== undefined)
  const unfinished = answers.findIndex(({ hasNextPage }) => hasNextPage)
  // Rows stay in one order: a group is shown once all before it are complete.
  const shown = unfinished < 0 ? lists : lists.slice(0, unfinished + 1)
  return {
    groups: isRead ? shown.map(groupOf) : undefined,
    total: answers.reduce((sum, { data }) => sum + (data?.pages[0]?.total ?? 0), 0),
    isCurrent: answers.every(({ currentData }) => currentData !== undefined),
    isFetching,
    error: isFetching ? undefined : answers.find(({ error }) => error !== undefined)?.error,
    refetch: () => answers.forEach(({ refetch }) => void refetch()),
    loadMore: unfinished < 0 ? undefined : () => void answers[unfinished]?.fetchNextPage(),
    isLoadingMore: answers.some((answer) => answer.isFetchingNextPage),
  }
}

interface ReadGroup {
  readonly state: RequestGroupRows['state']
  readonly answer: { readonly data?: { readonly pages: readonly ListPage<AdminRequest>[] } | undefined }
}

const groupOf = ({ state, answer: { data } }: ReadGroup): RequestGroupRows => ({
  state,
  rows: data?.pages.flatMap(({ rows }) => rows) ?? [],
  total: data?.pages[0]?.total ?? 0,
})
