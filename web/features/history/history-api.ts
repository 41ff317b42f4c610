import {
  getPastProfile,
  postRestoreProfile,
  type PastProfile,
  getProfileHistory,
} from '@app/contracts/audit.ts'
import type { OwnProfile } from '@app/contracts/profile-calls.ts'
import { api } from '../../app/api.ts'
import { refusalFrom } from '../../app/refusal.ts'
import { saveAnswer, historyPageOf, parsed, useHistoryPages, type PageOfHistory } from '../../app/calls.ts'
import { skipToken } from '@reduxjs/toolkit/query/react'
import { useLocation, useNavigate } from 'react-router-dom'
import { searchWith } from '../../app/public-url.ts'

interface Restore {
  readonly profileId: string
  readonly version: number
  readonly etag: string
}

export interface WantedExpediente {
  /** Below `/api`. */
  readonly url: string
  readonly name: string
}

const PAGE_LINES = 20

const historyApi = api.enhanceEndpoints({ addTagTypes: ['History'] }).injectEndpoints({
  endpoints: (build) => ({
    pastProfile: build.query<PastProfile, { readonly profileId: string; readonly version: number }>({
      query: ({ profileId, version }) => `/profile/${encodeURIComponent(profileId)}/as-of?version=${version}`,
      ...parsed(getPastProfile),
      providesTags: ['History'],
    }),
    restoreProfile: build.mutation<OwnProfile, Restore>({
      query: ({ profileId, version, etag }) => ({
        url: `/profile/${encodeURIComponent(profileId)}/restore`,
        method: 'POST',
        body: { version },
        headers: { 'if-match': etag },
      }),
      ...parsed(postRestoreProfile),
      invalidatesTags: (_profile, error, { profileId }) => {
        // Another session's changes are missing in the list.
        if (error) return refusalFrom(error)?.code === 'conflict' ? ['History'] : []
        return ['History', 'Profiles', { type: 'Profile', id: profileId }]
      },
    }),
    saveExpediente: build.mutation<null, WantedExpediente>({
      queryFn: (wanted, queryApi, _options, ask) =>
        saveAnswer({ ...wanted, type: 'application/x-ndjson' }, queryApi, ask),
    }),
    profileHistory: build.infiniteQuery<PageOfHistory, string, string>({
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: ({ next }) => next },
      query: ({ queryArg: profileId, pageParam: after }) => ({
        url: `/profile/${encodeURIComponent(profileId)}/history`,
        params: { limit: PAGE_LINES, after: after || undefined },
      }),
      transformResponse: (body, meta) => historyPageOf(getProfileHistory.answer.parse(body), meta),
      providesTags: ['History'],
    }),
  }),
})

export const { usePastProfileQuery, useRestoreProfileMutation, useSaveExpedienteMutation } = historyApi
const { useProfileHistoryInfiniteQuery } = historyApi

export type OwnerChanges = ReturnType<typeof useOwnerChanges>

export function useOwnerChanges(profileId: string) {
  const answer = useProfileHistoryInfiniteQuery(profileId, { refetchOnMountOrArgChange: true })
  const pages = useHistoryPages(answer)
  return {
    ...pages,
    newestVersion: pages.entries?.find(({ version }) => version !== null)?.version ?? undefined,
    isLoading: answer.isLoading,
    isError: answer.isError && !answer.isFetching,
  }
}

export type Shown = ReturnType<typeof useShown>

export function useShown(profileId: string, newestVersion: number | undefined) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const chosen = versionIn(search)
  const version = chosen ?? newestVersion
  const answer = usePastProfileQuery(version === undefined ? skipToken : { profileId, version })
  return {
    search,
    chosen,
    version,
    answer,
    goToToday: () => void navigate({ search: searchWith(search, { version: '' }) }),
  }
}

/** Undefined is today’s. The server refuses in words what does not exist. */
function versionIn(search: string): number | undefined {
  const version = new URLSearchParams(search).get('version')
  return version === null ? undefined : Number(version)
}
