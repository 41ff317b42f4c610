import { getOwnerRequests, type OwnerRequest } from '@app/contracts/api/rights/request-calls.ts'
import { api } from '../../../../app/api.ts'

/** Undefined: the owner knows nobody like that. */
interface OwnerDecision {
  readonly id: string
  readonly candidate: string | undefined
}

const ownerRequestsApi = api.enhanceEndpoints({ addTagTypes: ['OwnerRequests'] }).injectEndpoints({
  endpoints: (build) => ({
    ownerRequests: build.query<OwnerRequest[], void>({
      query: () => '/requests',
      transformResponse: (body) => getOwnerRequests.answer.parse(body),
      providesTags: ['OwnerRequests'],
    }),
    decideOwnerRequest: build.mutation<unknown, OwnerDecision>({
      query: ({ id, candidate }) => {
        const url = `/requests/${encodeURIComponent(id)}`
        return candidate === undefined
          ? { url: `${url}/deny`, method: 'POST' }
          : { url: `${url}/confirm`, method: 'POST', body: { candidate } }
      },
      // Also after a refusal: an administrator was faster. What was erased is gone from the figures' visitors.
      invalidatesTags: ['OwnerRequests', 'Traffic'],
    }),
  }),
})

export const { useOwnerRequestsQuery, useDecideOwnerRequestMutation } = ownerRequestsApi
