import { getPastProfile, postRestoreProfile, type PastProfile } from '@app/contracts/audit/calls.ts'
import type { OwnProfile } from '@app/contracts/profiles/calls.ts'
import { api } from '../../app/api.ts'
import { refusalFrom } from '../../app/refusal.ts'
import { saveAnswer } from '../../app/save-answer.ts'

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

export const historyApi = api.enhanceEndpoints({ addTagTypes: ['History'] }).injectEndpoints({
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

export const { usePastProfileQuery, useRestoreProfileMutation, useSaveExpedienteMutation } = historyApi
