import {
  getAdminParked,
  getAdminProjections,
  postAdminParkedRetry,
  postAdminBuildsCompare,
  postAdminParkedSkip,
  type ParkedEvent,
  type postAdminBuilds,
} from '@app/contracts/data/calls.ts'
import { gets, parsed, type AnswerTo, type Body } from '../../../app/calls/endpoints.ts'
import type { ListPage } from '../../../ui/use-list.ts'
import { adminApi, pageOf } from '../admin-api.ts'

interface OfProjection {
  readonly projection: string
}
export type ProjectionsPage = AnswerTo<typeof getAdminProjections>

const addressOf = (projection: string, part: string): string => `/admin/projections/${projection}/${part}`
const post = (projection: string, act: string, body: object) => ({
  url: addressOf(projection, act),
  method: 'POST',
  body,
})
// Also after a refusal: it may mean that the figures are out of date.
const CHANGED = ['Projections', 'History'] as const
const UNPARKED = ['Parked', ...CHANGED] as const

const dataApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    projections: build.query({ ...gets(getAdminProjections), providesTags: ['Projections'] }),
    parked: build.infiniteQuery<ListPage<ParkedEvent>, string, string>({
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: ({ next }) => next },
      query: ({ queryArg: projection, pageParam: after }) => ({
        url: addressOf(projection, 'parked'),
        params: after === '' ? {} : { after },
      }),
      transformResponse: (body, meta) => pageOf(getAdminParked.answer.parse(body), meta),
      providesTags: ['Parked'],
    }),
    retryParked: build.mutation({
      query: ({ projection, ...body }: Body<typeof postAdminParkedRetry> & OfProjection) =>
        post(projection, 'parked/retry', body),
      ...parsed(postAdminParkedRetry),
      invalidatesTags: UNPARKED,
    }),
    skipParked: build.mutation({
      query: ({ projection, ...body }: Body<typeof postAdminParkedSkip> & OfProjection) =>
        post(projection, 'parked/skip', body),
      ...parsed(postAdminParkedSkip),
      invalidatesTags: UNPARKED,
    }),
    orderBuild: build.mutation<unknown, Body<typeof postAdminBuilds> & OfProjection>({
      query: ({ projection, ...body }) => post(projection, 'builds', body),
      invalidatesTags: CHANGED,
    }),
    compareBuild: build.mutation({
      query: ({ projection, ...body }: Body<typeof postAdminBuildsCompare> & OfProjection) =>
        post(projection, 'builds/compare', body),
      ...parsed(postAdminBuildsCompare),
      invalidatesTags: CHANGED,
    }),
  }),
})

export const {
  useProjectionsQuery,
  useParkedInfiniteQuery,
  useRetryParkedMutation,
  useSkipParkedMutation,
  useOrderBuildMutation,
  useCompareBuildMutation,
} = dataApi
