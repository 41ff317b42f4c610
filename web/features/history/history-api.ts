import {
  getPastProfile,
  postRestoreProfile,
  type PastProfile,
  type HistoryEntry,
  getProfileHistory,
} from '@app/contracts/audit.ts'
import type { OwnProfile } from '@app/contracts/profile-calls.ts'
import { api } from '../../app/api.ts'
import { refusalFrom } from '../../app/refusal.ts'
import { saveAnswer, historyPageOf, useHistoryPages, type PageOfHistory } from '../../app/calls.ts'
import { skipToken } from '@reduxjs/toolkit/query/react'
import { useLocation, useNavigate } from 'react-router-dom'

/** By version, or as it was at an instant (ISO). */
export type Moment = { readonly version: number } | { readonly at: string }

interface Restore {
  readonly profileId: string
  readonly version: number
  /** ETag of the version that it replaces, for If-Match. */
  readonly etag: string
}

export interface WantedExpediente {
  /** Below `/api`. */
  readonly url: string
  /** For an answer without a name. */
  readonly name: string
}

const historyApi = api.enhanceEndpoints({ addTagTypes: ['History'] }).injectEndpoints({
  endpoints: (build) => ({
    pastProfile: build.query<PastProfile, { readonly profileId: string; readonly moment: Moment }>({
      query: ({ profileId, moment }) => ({
        url: `/profile/${encodeURIComponent(profileId)}/as-of`,
        params: { ...moment },
      }),
      transformResponse: (body) => getPastProfile.answer.parse(body),
      providesTags: ['History'],
    }),
    restoreProfile: build.mutation<OwnProfile, Restore>({
      query: ({ profileId, version, etag }) => ({
        url: `/profile/${encodeURIComponent(profileId)}/restore`,
        method: 'POST',
        body: { version },
        headers: { 'if-match': etag },
      }),
      transformResponse: (body) => postRestoreProfile.answer.parse(body),
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
  }),
})

const { usePastProfileQuery } = historyApi
export const { useRestoreProfileMutation, useSaveExpedienteMutation } = historyApi

const PAGE_LINES = 20

/** The address of a page of changes, below `/api`. @param after where the page before ended; empty for the first */
const historyPath = (profileId: string, after = ''): string =>
  `/profile/${encodeURIComponent(profileId)}/history?limit=${PAGE_LINES}${after === '' ? '' : `&after=${encodeURIComponent(after)}`}`

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

export type Shown = ReturnType<typeof useShown>

/** The version that the address names, or today's; and the line that made it. */
export function useShown(profileId: string, changes: OwnerChanges) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const chosen = momentIn(search)
  const { newestVersion } = changes
  const moment = chosen ?? (newestVersion === undefined ? undefined : { version: newestVersion })
  const answer = usePastProfileQuery(moment ? { profileId, moment } : skipToken)
  const version = answer.currentData?.version ?? (moment && 'version' in moment ? moment.version : null)
  const at = chosen && 'at' in chosen ? chosen.at : undefined
  return {
    search,
    at,
    chosen,
    moment,
    answer,
    goTo: (next: Moment | undefined) => void navigate({ search: searchAtMoment(search, next) }),
    isSelected: (entry: HistoryEntry): boolean =>
      entry.version === null ? entry.at === at : entry.version === version && !isOfNoVersion(changes, at),
  }
}

/** The address names the instant of a change that made no version: its line is the selected one. */
const isOfNoVersion = ({ entries }: OwnerChanges, at: string | undefined): boolean =>
  at !== undefined && entries?.some((entry) => entry.version === null && entry.at === at) === true

/** The version in an address; undefined is today’s. The server refuses others in words. */
export function momentIn(search: string): Moment | undefined {
  const params = new URLSearchParams(search)
  const [version, at] = [params.get('version'), params.get('at')]
  if (version !== null) return { version: Number(version) }
  return at === null ? undefined : { at }
}

/** The query of an address that names it; all else in the address stays. */
export function searchAtMoment(search: string, moment: Moment | undefined): string {
  const params = new URLSearchParams(search)
  for (const name of ['version', 'at']) params.delete(name)
  for (const [name, value] of Object.entries(moment ?? {})) params.set(name, String(value))
  return `?${params}`
}
