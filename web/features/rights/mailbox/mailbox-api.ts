import { getMailboxData, postEraseKept, postObjectMailbox } from '@app/contracts/api/rights/mailbox-calls.ts'
import { api } from '../../../app/api.ts'
import { parsed } from '../../../app/calls/endpoints.ts'
import { saveAnswer } from '../../../app/save-answer.ts'

interface OfThing {
  readonly key: string
  readonly id: string
}

/** The key is sent in a header, because addresses are logged and stored in many places. */
const act = (key: string, path: string, body?: object) => ({
  url: `/rights/mine/${path}`,
  method: 'POST',
  headers: { 'mailbox-key': key },
  ...(body && { body }),
})
const actOn = ({ key, id }: OfThing, verb: string) => act(key, `${encodeURIComponent(id)}/${verb}`)

/** After a refusal too: it may have changed in another tab, or have ended. */
const changes = { ...parsed(postObjectMailbox), invalidatesTags: ['Mailbox'] } as const

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
    blockKept: build.mutation({ query: (thing: OfThing) => actOn(thing, 'block'), ...changes }),
    unblockKept: build.mutation({ query: (thing: OfThing) => actOn(thing, 'unblock'), ...changes }),
    eraseKept: build.mutation({
      query: ({ key, id }: { readonly key: string; readonly id?: string }) =>
        act(key, 'erase', id === undefined ? {} : { id }),
      ...changes,
      ...parsed(postEraseKept),
    }),
    objectMailbox: build.mutation({ query: (key: string) => act(key, 'object'), ...changes }),
    closeMailbox: build.mutation({ query: (key: string) => act(key, 'close'), ...parsed(postObjectMailbox) }),
  }),
})

export const {
  useMailboxDataQuery,
  useMailboxFileMutation,
  useBlockKeptMutation,
  useUnblockKeptMutation,
  useEraseKeptMutation,
  useObjectMailboxMutation,
  useCloseMailboxMutation,
} = mailboxApi
