import type { Call } from '@app/contracts/api/call.ts'
import type { BaseQueryApi, BaseQueryFn, FetchArgs, FetchBaseQueryMeta } from '@reduxjs/toolkit/query/react'
import { saveFile } from '../ui/browser/copy-and-save.ts'
import { setCallHeaders, type ApiError, nextPlace, totalIn, type AnswerMeta } from './api.ts'
import type { HistoryEntry } from '@app/contracts/audit.ts'
import { useEffect } from 'react'

export type AnswerTo<C extends Call> = C['answer']['_output']
export type Body<C extends Call> = C['body']['_input']

const urlOf = ({ path }: Pick<Call, 'path'>): string => path.slice('/api'.length)

export const parsed = <C extends Call>({ answer }: C) => ({
  transformResponse: (body: unknown): AnswerTo<C> => answer.parse(body),
})

export const gets = <C extends Call>(call: C) => ({ query: (_none: void) => urlOf(call), ...parsed(call) })

export const sends = <C extends Call>(call: C, method: 'POST' | 'PUT' | 'DELETE' = 'POST') => ({
  query: (body: Body<C>) => ({ url: urlOf(call), method, body }),
  ...parsed(call),
})

export const sendsOnce = <C extends Call>(call: C) => ({
  query: ({ body, key }: { readonly body: Body<C>; readonly key: string }) => ({
    url: urlOf(call),
    method: 'POST',
    body,
    headers: { 'idempotency-key': key },
  }),
  ...parsed(call),
})

interface WantedFile {
  readonly url: string
  readonly params?: Readonly<Record<string, string>>
  readonly type: string
  readonly name: string
}

type Ask = (
  args: FetchArgs,
) => ReturnType<BaseQueryFn<FetchArgs, unknown, ApiError, object, FetchBaseQueryMeta>>

/** For a mutation, so that the file is not cached. It still reads: it waits for the last written position. */
export async function saveAnswer(
  { url, params, type, name }: WantedFile,
  { getState }: Pick<BaseQueryApi, 'getState'>,
  ask: Ask,
): Promise<{ readonly data: null } | { readonly error: ApiError }> {
  const headers = new Headers({ accept: type })
  setCallHeaders(headers, getState(), true)
  const answer = await ask({
    url,
    ...(params && { params: { ...params } }),
    headers,
    responseHandler: (response) => (response.ok ? response.blob() : response.json()),
  })
  if (answer.error) return { error: answer.error }
  const disposition = answer.meta?.response?.headers.get('content-disposition') ?? ''
  saveFile(answer.data as Blob, /filename="?([^";]+)/.exec(disposition)?.[1] ?? name)
  return { data: null }
}

export interface PageOfHistory {
  readonly entries: readonly HistoryEntry[]
  readonly total: number
  readonly next: string | undefined
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
    entries: pages?.flatMap((page) => page.entries),
    total: pages?.[0]?.total ?? 0,
    isBehind,
    isLoadingMore: answer.isFetchingNextPage,
    hasMore: answer.hasNextPage,
    loadMore: () => void answer.fetchNextPage(),
    refetch: () => void refetch(),
    readMs: answer.fulfilledTimeStamp ?? 0,
  }
}
