import {
  getAdminParked,
  getAdminProjections,
  postAdminParkedRetry,
  postAdminParkedSkip,
  type ParkedEvent,
} from '@app/contracts/api/admin/projection-calls.ts'
import type { z } from 'zod'
import { adminApi, pageOf, type ListPage } from '../admin-api.ts'

interface OfProjection {
  readonly projection: string
}
type Retry = z.input<typeof postAdminParkedRetry.body> & OfProjection
type Skip = z.input<typeof postAdminParkedSkip.body> & OfProjection
export type ProjectionsPage = z.infer<typeof getAdminProjections.answer>
type Retried = z.infer<typeof postAdminParkedRetry.answer>

const parkedOf = (projection: string): string => `/admin/projections/${projection}/parked`
// Also after a refusal: it may mean that the list is out of date.
const CHANGED = ['Parked', 'Projections', 'History'] as const

const dataApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    projections: build.query<ProjectionsPage, void>({
      query: () => '/admin/projections',
      transformResponse: (body) => getAdminProjections.answer.parse(body),
      providesTags: ['Projections'],
    }),
    parked: build.infiniteQuery<ListPage<ParkedEvent>, string, string>({
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: ({ next }) => next },
      query: ({ queryArg: projection, pageParam: after }) => ({
        url: parkedOf(projection),
        params: after === '' ? {} : { after },
      }),
      transformResponse: (body, meta) => pageOf(getAdminParked.answer.parse(body), meta),
      providesTags: ['Parked'],
    }),
    retryParked: build.mutation<Retried, Retry>({
      query: ({ projection, ...body }) => ({ url: `${parkedOf(projection)}/retry`, method: 'POST', body }),
      transformResponse: (body) => postAdminParkedRetry.answer.parse(body),
      invalidatesTags: CHANGED,
    }),
    skipParked: build.mutation<Retried, Skip>({
      query: ({ projection, ...body }) => ({ url: `${parkedOf(projection)}/skip`, method: 'POST', body }),
      transformResponse: (body) => postAdminParkedSkip.answer.parse(body),
      invalidatesTags: CHANGED,
    }),
  }),
})

export const { useProjectionsQuery, useParkedInfiniteQuery, useRetryParkedMutation, useSkipParkedMutation } =
  dataApi
