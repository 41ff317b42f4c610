import type { HistoryEntry } from '@app/contracts/api/history-calls.ts'
import { useEffect } from 'react'
import { useProfileHistoryInfiniteQuery } from './history-api.ts'

/** The server has waited for two seconds when it says that its answer is behind. */
const AGAIN_MS = 1_000

export interface OwnerChanges {
  /** Of the pages read so far; undefined until the first has come. */
  readonly entries: readonly HistoryEntry[] | undefined
  readonly total: number
  /** As far as the list says. */
  readonly newestVersion: number | undefined
  /** It lacks a change of this browser. */
  readonly isBehind: boolean
  readonly isLoading: boolean
  readonly isLoadingMore: boolean
  readonly isError: boolean
  readonly hasMore: boolean
  readonly loadMore: () => void
  readonly refetch: () => void
  /** When it was read. */
  readonly readMs: number
}

export function useOwnerChanges(profileId: string): OwnerChanges {
  const answer = useProfileHistoryInfiniteQuery(profileId, { refetchOnMountOrArgChange: true })
  const { data, isFetching, isError, refetch } = answer
  const pages = data?.pages
  const isBehind = pages?.some(({ isStale }) => isStale) ?? false
  useEffect(() => {
    if (!isBehind || isFetching) return undefined
    const timer = setTimeout(() => void refetch(), AGAIN_MS)
    return () => clearTimeout(timer)
  }, [isBehind, isFetching, refetch])
  const entries = pages?.flatMap((page) => page.entries)
  return {
    entries,
    total: pages?.[0]?.total ?? 0,
    newestVersion: entries?.find(({ version }) => version !== null)?.version ?? undefined,
    isBehind,
    isLoading: answer.isLoading,
    isLoadingMore: answer.isFetchingNextPage,
    isError: isError && !isFetching,
    hasMore: answer.hasNextPage,
    loadMore: () => void answer.fetchNextPage(),
    refetch: () => void refetch(),
    readMs: answer.fulfilledTimeStamp ?? 0,
  }
}
