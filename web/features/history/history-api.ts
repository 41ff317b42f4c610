import {
  getPastProfile,
  getProfileHistory,
  postRestoreProfile,
  type HistoryEntry,
  type PastProfile,
} from '@app/contracts/api/history-calls.ts'
import { type AnswerMeta, api, nextPlace, totalIn } from '../../app/api.ts'
import { refusalFrom } from '../../app/refusal.ts'
import { saveAnswer } from '../../app/save-answer.ts'
import { historyPath } from './history-path.ts'

interface HistoryPage {
  readonly entries: readonly HistoryEntry[]
  readonly total: number
  /** The end of this page, if there is a next one. */
  readonly next: string | undefined
  /** The server has not read this browser's last change yet. */
  readonly isStale: boolean
}

const historyPageOf = (entries: readonly HistoryEntry[], meta: AnswerMeta | undefined): HistoryPage => ({
  entries,
  total: totalIn(meta),
  next: nextPlace(meta),
  isStale: meta?.response?.headers.get('stale') === 'true',
})

/** By version, or as it was at an instant (ISO). */
export type Moment = { readonly version: number } | { readonly at: string }

interface Restore {
  readonly profileId: string
  readonly version: number
  /** Of the version that it replaces, for If-Match. */
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
    profileHistory: build.infiniteQuery<HistoryPage, string, string>({
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: ({ next }) => next },
      query: ({ queryArg: profileId, pageParam: after }) => historyPath(profileId, after),
      transformResponse: (body, meta) => historyPageOf(getProfileHistory.answer.parse(body), meta),
      providesTags: ['History'],
    }),
    pastProfile: build.query<PastProfile, { readonly profileId: string; readonly moment: Moment }>({
      query: ({ profileId, moment }) => ({
        url: `/profile/${encodeURIComponent(profileId)}/as-of`,
        params: { ...moment },
      }),
      transformResponse: (body) => getPastProfile.answer.parse(body),
      providesTags: ['History'],
    }),
    /** @returns the ETag of the version that it made; null where the answer had none */
    restoreProfile: build.mutation<string | null, Restore>({
      query: ({ profileId, version, etag }) => ({
        url: `/profile/${encodeURIComponent(profileId)}/restore`,
        method: 'POST',
        body: { version },
        headers: { 'if-match': etag },
      }),
      transformResponse: (body, meta) => {
        postRestoreProfile.answer.parse(body)
        return meta?.response?.headers.get('etag') ?? null
      },
      invalidatesTags: (_etag, error, { profileId }) => {
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

export const {
  useProfileHistoryInfiniteQuery,
  usePastProfileQuery,
  useLazyPastProfileQuery,
  useRestoreProfileMutation,
  useSaveExpedienteMutation,
} = historyApi
