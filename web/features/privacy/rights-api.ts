import { postOpenRightsLink, postRightsLink, postRightsRequest } from '@app/contracts/privacy/rights-calls.ts'
import { api } from '../../app/api.ts'
import { sends, sendsOnce, type Body } from '../../app/calls/endpoints.ts'

export type RightsRequest = Body<typeof postRightsRequest>

const rightsApi = api.injectEndpoints({
  endpoints: (build) => ({
    sendRightsLink: build.mutation(sends(postRightsLink)),
    openRightsLink: build.mutation(sends(postOpenRightsLink)),
    requestRights: build.mutation(sendsOnce(postRightsRequest)),
  }),
})

export const { useSendRightsLinkMutation, useOpenRightsLinkMutation, useRequestRightsMutation } = rightsApi
