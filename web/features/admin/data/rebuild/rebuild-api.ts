import {
  postAdminRebuildCompare,
  postAdminRebuildEstimate,
  type postAdminRebuild,
  type postAdminRebuildSwap,
  type RebuildComparison,
} from '@app/contracts/api/admin/rebuild-calls.ts'
import type { z } from 'zod'
import { adminApi } from '../../admin-api.ts'

export type { RebuildComparison }
export type RebuildEstimate = z.infer<typeof postAdminRebuildEstimate.answer>

interface OfProjection {
  readonly projection: string
}
type Order = z.input<typeof postAdminRebuild.body> & OfProjection
type Swap = z.input<typeof postAdminRebuildSwap.body> & OfProjection

const post = (projection: string, act: string, body: object = {}) => ({
  url: `/admin/projections/${projection}/${act}`,
  method: 'POST',
  body,
})
// Also after a refusal: it may mean that the figures are out of date.
const CHANGED = ['Projections', 'History'] as const

const rebuildApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    rebuildEstimate: build.query<RebuildEstimate, string>({
      query: (projection) => post(projection, 'rebuild/estimate'),
      transformResponse: (body) => postAdminRebuildEstimate.answer.parse(body),
      keepUnusedDataFor: 0,
    }),
    orderRebuild: build.mutation<unknown, Order>({
      query: ({ projection, order }) => post(projection, 'rebuild', { order }),
      invalidatesTags: CHANGED,
    }),
    compareRebuild: build.mutation<RebuildComparison, string>({
      query: (projection) => post(projection, 'rebuild/compare'),
      transformResponse: (body) => postAdminRebuildCompare.answer.parse(body),
      invalidatesTags: CHANGED,
    }),
    swapRebuild: build.mutation<unknown, Swap>({
      query: ({ projection, ...body }) => post(projection, 'rebuild/swap', body),
      invalidatesTags: CHANGED,
    }),
    rollback: build.mutation<unknown, string>({
      query: (projection) => post(projection, 'rollback'),
      invalidatesTags: CHANGED,
    }),
  }),
})

export const {
  useRebuildEstimateQuery,
  useOrderRebuildMutation,
  useCompareRebuildMutation,
  useSwapRebuildMutation,
  useRollbackMutation,
} = rebuildApi
