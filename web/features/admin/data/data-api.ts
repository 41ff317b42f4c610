import {
  getAdminParked,
  getAdminProjections,
  postAdminParkedRetry,
  postAdminBuildsCompare,
  postAdminParkedSkip,
  type postAdminBuilds,
} from '@app/contracts/data.ts'
import { gets, parsed, type AnswerTo, type Body } from '../../../app/calls.ts'
import { adminApi } from '../admin-api.ts'

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
    parked: build.query({
      query: (projection: string) => addressOf(projection, 'parked'),
      ...parsed(getAdminParked),
      providesTags: ['Parked'],
    }),
    retryParked: build.mutation({
      query: (projection: string) => post(projection, 'parked/retry', {}),
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
  useParkedQuery,
  useRetryParkedMutation,
  useSkipParkedMutation,
  useOrderBuildMutation,
  useCompareBuildMutation,
} = dataApi
