import { unifiedAnalytics, type UnifiedAnalytics } from '@app/contracts/api/analytics.ts'
import type { Range } from '@app/contracts/ranges.ts'
import { api } from '../../app/api.ts'

export interface UnifiedQuestion {
  readonly profileId: string
  readonly range: Range
}

const analyticsApi = api.injectEndpoints({
  endpoints: (build) => ({
    unified: build.query<UnifiedAnalytics, UnifiedQuestion>({
      query: ({ profileId, range }) => ({
        url: `/analytics/${encodeURIComponent(profileId)}/unified`,
        params: { date_range: range },
      }),
      transformResponse: (body) => unifiedAnalytics.parse(body),
      providesTags: (_answer, _error, { profileId }) => [{ type: 'Traffic', id: profileId }],
    }),
  }),
})

export const { useUnifiedQuery } = analyticsApi
