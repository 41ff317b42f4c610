import type { Call } from '@app/contracts/api/call.ts'
import {
  postOpenRightsLink,
  postRightsLink,
  type MailboxSession,
} from '@app/contracts/api/rights/mailbox-calls.ts'
import { postRightsRequest } from '@app/contracts/api/rights/request-calls.ts'
import { api } from '../../app/api.ts'

type Answer<C extends Call> = C['answer']['_output']
type Body<C extends Call> = C['body']['_input']

export type RightsRequest = Body<typeof postRightsRequest>

const rightsApi = api.injectEndpoints({
  endpoints: (build) => ({
    sendRightsLink: build.mutation<Answer<typeof postRightsLink>, Body<typeof postRightsLink>>({
      query: (body) => ({ url: '/rights/link', method: 'POST', body }),
      transformResponse: (body) => postRightsLink.answer.parse(body),
    }),
    openRightsLink: build.mutation<MailboxSession, Body<typeof postOpenRightsLink>>({
      query: (body) => ({ url: '/rights/open', method: 'POST', body }),
      transformResponse: (body) => postOpenRightsLink.answer.parse(body),
    }),
    requestRights: build.mutation<
      Answer<typeof postRightsRequest>,
      { readonly body: RightsRequest; readonly key: string }
    >({
      query: ({ body, key }) => ({
        url: '/rights/requests',
        method: 'POST',
        body,
        headers: { 'idempotency-key': key },
      }),
      transformResponse: (body) => postRightsRequest.answer.parse(body),
    }),
  }),
})

export const { useSendRightsLinkMutation, useOpenRightsLinkMutation, useRequestRightsMutation } = rightsApi
