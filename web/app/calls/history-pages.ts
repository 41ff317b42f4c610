import type { HistoryEntry } from '@app/contracts/audit.ts'
import { useEffect } from 'react'
import { nextPlace, totalIn, type AnswerMeta } from '../api.ts'

export interface PageOfHistory {
  readonly entries: readonly HistoryEntry[]
  readonly total: number
  /** The end of this page, if there is a next one. */
  readonly next: string | undefined
  /** The server has not read this browser's last change yet. */
  readonly isStale: boolean
}

export const historyPageOf = (
  entries: readonly HistoryEntry[],
  meta: AnswerMeta | undefined,
): PageOfHistory => ({
  entries,
  total: totalIn(meta),
  next: nextPlace(meta),
  isStale: meta?.response?.headers.get('stale') === 'true',
})

/** As a hook of pages gives it. */
interface PagesAnswer {
  readonly data?: { readonly pages: readonly PageOfHistory[] } | undefined
  readonly isFetching: boolean
  readonly isFetchingNextPage: boolean
  readonly hasNextPage: boolean
  readonly fulfilledTimeStamp?: number | undefined
  readonly fetchNextPage: () => unknown
  readonly refetch: () => unknown
}

/** The server has waited for two seconds when it says that its answer is behind. */
const AGAIN_MS = 1_000

/** The pages read so far as one list, which is read again while it lacks the newest changes. */
export function useHistoryPages(answer: PagesAnswer) {
  const { data, isFetching, refetch } = answer
  const pages = data?.pages
  const isBehind = pages?.some(({ isStale }) => isStale) ?? false
  useEffect(() => {
    if (!isBehind || isFetching) return undefined
    const timer = setTimeout(() => void refetch(), AGAIN_MS)
    return () => clearTimeout(timer)
  }, [isBehind, isFetching, refetch])
  return {
    /** Undefined until the first page has come. */
    entries: pages?.flatMap((page) => page.entries),
    total: pages?.[0]?.total ?? 0,
    isBehind,
    isLoadingMore: answer.isFetchingNextPage,
    hasMore: answer.hasNextPage,
    loadMore: () => void answer.fetchNextPage(),
    refetch: () => void refetch(),
    /** When it was read. */
    readMs: answer.fulfilledTimeStamp ?? 0,
  }
}
