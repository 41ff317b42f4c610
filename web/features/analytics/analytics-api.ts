import {
  getEditMarkers,
  getInsights,
  REPORT_TYPE,
  unifiedAnalytics,
  type EditMarker,
  type UnifiedAnalytics,
  type Insight,
} from '@app/contracts/analytics.ts'
import type { Range } from '@app/contracts/traffic/ranges.ts'
import { withCopyableKeys } from '@app/contracts/fields/named-record.ts'
import { REFUSALS } from '@app/contracts/refusals.ts'
import { api } from '../../app/api.ts'
import { saveAnswer } from '../../app/calls.ts'
import { refusalFrom } from '../../app/refusal.ts'
import type { Narrowed } from './filtering.tsx'

const HELD_BACK = 'Un bloqueador de tu navegador retiene las cifras. Desactívalo en este sitio y reintenta.'

/** @param error of a call: lists of blockers refuse what looks like analytics */
export function failureText(error: unknown, otherwise: string): string {
  if (typeof error === 'object' && error !== null && 'isHeldBack' in error) return HELD_BACK
  const { code, detail = otherwise } = refusalFrom(error) ?? {}
  const isOfFigures = code === 'busy' || (code === 'unavailable' && detail !== REFUSALS.unavailable.detail)
  return isOfFigures ? detail : otherwise
}

export interface UnifiedQuestion {
  readonly profileId: string
  readonly range: Range
  readonly narrowed?: Narrowed
  readonly visitors?: 'all'
}

/** The calls' aliases: a blocker of the browser refuses their other addresses. */
const placeOf = (profileId: string): string => `/figures/${encodeURIComponent(profileId)}`

/** RTK Query copies objects key by key, which loses a visitor named `__proto__`. */
function storable(body: unknown): UnifiedAnalytics {
  const answer = unifiedAnalytics.parse(body)
  return { ...answer, visitors: withCopyableKeys(answer.visitors) }
}

export const analyticsApi = api.injectEndpoints({
  endpoints: (build) => ({
    unified: build.query<UnifiedAnalytics, UnifiedQuestion>({
      query: ({ profileId, range, narrowed, visitors }) => ({
        url: `${placeOf(profileId)}/unified`,
        params: { date_range: range, ...narrowed, visitors },
      }),
      transformResponse: storable,
      providesTags: (_answer, _error, { profileId }) => [{ type: 'Traffic', id: profileId }],
    }),
    insights: build.query<readonly Insight[], string>({
      query: (profileId) => `${placeOf(profileId)}/insights`,
      transformResponse: (body) => getInsights.answer.parse(body),
      providesTags: ['Profiles'],
    }),
    editMarkers: build.query<readonly EditMarker[], UnifiedQuestion>({
      query: ({ profileId, range }) => ({
        url: `${placeOf(profileId)}/edits`,
        params: { date_range: range },
      }),
      transformResponse: (body) => getEditMarkers.answer.parse(body),
      providesTags: ['Profiles'],
    }),
    executiveReport: build.mutation<null, UnifiedQuestion>({
      queryFn: ({ profileId, range }, queryApi, _options, ask) =>
        saveAnswer(
          {
            url: `${placeOf(profileId)}/executive-report`,
            params: { date_range: range },
            type: REPORT_TYPE,
            name: 'Reporte.xlsx',
          },
          queryApi,
          ask,
        ),
    }),
  }),
})

export const { useUnifiedQuery, useInsightsQuery, useEditMarkersQuery, useExecutiveReportMutation } =
  analyticsApi
