import { useSyncExternalStore } from 'react'
import { tabMemory } from '../../ui/browser/browser-storage.ts'
import { deleteMyData, getMyData, postObjectMyData } from '@app/contracts/privacy/card-data.ts'
import { getMailboxData, postMailboxAct } from '@app/contracts/privacy/mailbox.ts'
import { api } from '../../app/api.ts'
import { parsed, type Body } from '../../app/calls.ts'

/** In the tab until what a mailed link opened has ended: the next user of the browser must request a link. */
const KEY = 'app.mailbox-key'
const KEY_BYTES = 32

/** The key in memory, until the page is left, if the browser stores nothing. */
let unstored: string | undefined
const watchers = new Set<() => void>()

export function keepMailboxKey(key: string | undefined): void {
  if (key === undefined) tabMemory.forget(KEY)
  else tabMemory.remember(KEY, key)
  unstored = tabMemory.recall(KEY) === null ? key : undefined
  watchers.forEach((watcher) => watcher())
}

export const mailboxKey = (): string | undefined => tabMemory.recall(KEY) ?? unstored

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

export const useMailboxKey = (): string | undefined => useSyncExternalStore(watch, mailboxKey)

export const newMailboxKey = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(KEY_BYTES))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

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
