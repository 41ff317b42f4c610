import { getMailboxData, postObjectMailbox } from '@app/contracts/api/rights/mailbox-calls.ts'
import { api } from '../../../app/api.ts'
import { parsed } from '../../../app/calls/endpoints.ts'
import { saveAnswer } from '../../../app/save-answer.ts'

export interface MailboxAct {
  readonly key: string
  /** Below `/rights/mine`. */
  readonly path: string
  readonly body?: object
}

const mailboxApi = api.enhanceEndpoints({ addTagTypes: ['Mailbox'] }).injectEndpoints({
  endpoints: (build) => ({
    mailboxData: build.query({
      query: (key: string) => ({ url: '/rights/mine', headers: { 'mailbox-key': key } }),
      ...parsed(getMailboxData),
      providesTags: ['Mailbox'],
      keepUnusedDataFor: 0,
    }),
    mailboxFile: build.mutation<null, string>({
      queryFn: (mailboxKey, queryApi, _options, ask) => {
        const wanted = { url: '/rights/mine.json', type: 'application/json', name: 'mis-datos.json' }
        return saveAnswer({ ...wanted, mailboxKey }, queryApi, ask)
      },
    }),
    actOnMailbox: build.mutation({
      /** The key is sent in a header, because addresses are logged and stored in many places. */
      query: ({ key, path, body }: MailboxAct) => ({
        url: `/rights/mine/${path}`,
        method: 'POST',
        headers: { 'mailbox-key': key },
        ...(body && { body }),
      }),
      ...parsed(postObjectMailbox),
      // After a refusal too: it may have changed in another tab, or have ended.
      invalidatesTags: (_done, _error, { path }) => (path === 'close' ? [] : ['Mailbox']),
    }),
  }),
})

export const { useMailboxDataQuery, useMailboxFileMutation, useActOnMailboxMutation } = mailboxApi
