import type { Call } from '@app/contracts/api/call.ts'
import {
  getMailboxData,
  postEraseKept,
  postObjectMailbox,
  type MailboxData,
} from '@app/contracts/api/rights/mailbox-calls.ts'
import { api } from '../../../app/api.ts'
import { saveAnswer } from '../../../app/save-answer.ts'

type Answer<C extends Call> = C['answer']['_output']
type Done = Answer<typeof postObjectMailbox>

interface OfThing {
  readonly key: string
  readonly id: string
}

const FILE_TYPES = { json: 'application/json', csv: 'text/csv' } as const
export type FileKind = keyof typeof FILE_TYPES

/** The key is sent in a header, because addresses are logged and stored in many places. */
const act = (key: string, path: string, body?: object) => ({
  url: `/rights/mine/${path}`,
  method: 'POST',
  headers: { 'mailbox-key': key },
  ...(body && { body }),
})
const actOn = ({ key, id }: OfThing, verb: string, body?: object) =>
  act(key, `${encodeURIComponent(id)}/${verb}`, body)

const doneOf = (body: unknown): Done => postObjectMailbox.answer.parse(body)

/** After a refusal too: it may have changed in another tab, or have ended. */
const changes = { invalidatesTags: ['Mailbox'] } as const

const mailboxApi = api.enhanceEndpoints({ addTagTypes: ['Mailbox'] }).injectEndpoints({
  endpoints: (build) => ({
    mailboxData: build.query<MailboxData, string>({
      query: (key) => ({ url: '/rights/mine', headers: { 'mailbox-key': key } }),
      transformResponse: (body) => getMailboxData.answer.parse(body),
      providesTags: ['Mailbox'],
      keepUnusedDataFor: 0,
    }),
    mailboxFile: build.mutation<null, { readonly key: string; readonly kind: FileKind }>({
      queryFn: ({ key, kind }, queryApi, _options, ask) => {
        const wanted = { url: `/rights/mine.${kind}`, type: FILE_TYPES[kind], name: `mis-datos.${kind}` }
        return saveAnswer({ ...wanted, mailboxKey: key }, queryApi, ask)
      },
    }),
    correctKept: build.mutation<Done, OfThing & { readonly fields: Readonly<Record<string, string>> }>({
      query: ({ fields, ...thing }) => actOn(thing, 'correct', { fields }),
      transformResponse: doneOf,
      ...changes,
    }),
    blockKept: build.mutation<Done, OfThing>({
      query: (thing) => actOn(thing, 'block'),
      transformResponse: doneOf,
      ...changes,
    }),
    unblockKept: build.mutation<Done, OfThing>({
      query: (thing) => actOn(thing, 'unblock'),
      transformResponse: doneOf,
      ...changes,
    }),
    eraseKept: build.mutation<Answer<typeof postEraseKept>, { readonly key: string; readonly id?: string }>({
      query: ({ key, id }) => act(key, 'erase', id === undefined ? {} : { id }),
      transformResponse: (body) => postEraseKept.answer.parse(body),
      ...changes,
    }),
    objectMailbox: build.mutation<Done, string>({
      query: (key) => act(key, 'object'),
      transformResponse: doneOf,
      ...changes,
    }),
    closeMailbox: build.mutation<Done, string>({
      query: (key) => act(key, 'close'),
      transformResponse: doneOf,
    }),
  }),
})

export const {
  useMailboxDataQuery,
  useMailboxFileMutation,
  useCorrectKeptMutation,
  useBlockKeptMutation,
  useUnblockKeptMutation,
  useEraseKeptMutation,
  useObjectMailboxMutation,
  useCloseMailboxMutation,
} = mailboxApi
