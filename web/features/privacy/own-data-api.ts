import { deleteMyData, getMyData, postObjectMyData } from '@app/contracts/privacy/my-data.ts'
import { getMailboxData, postMailboxAct } from '@app/contracts/privacy/mailbox.ts'
import { api } from '../../app/api.ts'
import { parsed, type Body } from '../../app/calls.ts'

export interface MailboxAct {
  readonly key: string
  readonly act: Body<typeof postMailboxAct>
}

/** The key is sent in a header, because addresses are logged and stored in many places. */
const mine = (key: string) => ({ url: '/rights/mine', headers: { 'mailbox-key': key } })

interface LeftOnCard {
  readonly profileId: string
  readonly visitorId: string
}

const left = ({ profileId, visitorId }: LeftOnCard, path = '') => ({
  url: `/public/my-data/${profileId}${path}`,
  headers: { 'visitor-id': visitorId },
})

/** Apart from the door's calls, so that the door loads no more than it needs. */
const keptApi = api.enhanceEndpoints({ addTagTypes: ['Mailbox'] }).injectEndpoints({
  endpoints: (build) => ({
    mailboxData: build.query({
      query: mine,
      ...parsed(getMailboxData),
      providesTags: ['Mailbox'],
      keepUnusedDataFor: 0,
    }),
    actOnMailbox: build.mutation({
      query: ({ key, act }: MailboxAct) => ({ ...mine(key), method: 'POST', body: act }),
      ...parsed(postMailboxAct),
      // After a refusal too: it may have changed in another tab, or have ended.
      invalidatesTags: ['Mailbox'],
    }),
    myData: build.query({
      query: (card: LeftOnCard) => left(card),
      ...parsed(getMyData),
      keepUnusedDataFor: 0,
    }),
    objectMyData: build.mutation({
      query: (card: LeftOnCard) => ({ ...left(card, '/object'), method: 'POST' }),
      ...parsed(postObjectMyData),
    }),
    eraseMyData: build.mutation({
      query: (card: LeftOnCard) => ({ ...left(card), method: 'DELETE' }),
      ...parsed(deleteMyData),
    }),
  }),
})

export const {
  useMailboxDataQuery,
  useActOnMailboxMutation,
  useMyDataQuery,
  useObjectMyDataMutation,
  useEraseMyDataMutation,
} = keptApi
