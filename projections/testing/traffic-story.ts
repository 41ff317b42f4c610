import { type Given, PHONE } from './read-side.ts'

/** Traffic events for tests. */
export const ANA = '0a0a0a0a-0000-4000-8000-000000000001'
export const BEA = '0a0a0a0a-0000-4000-8000-000000000002'
export const DEMO = 'd0d0d0d0-0000-4000-8000-000000000001'

interface Told {
  readonly visitor: string
  readonly at: string
  readonly id?: string
  readonly profile?: string
  readonly userAgent?: string
  readonly request?: 'get' | 'head' | 'part'
  readonly purpose?: string
  readonly actor?: Given['actor']
}

const common = (told: Told) => ({
  profileId: told.profile ?? DEMO,
  visitorId: told.visitor,
  userAgent: told.userAgent ?? PHONE,
  request: told.request ?? 'get',
  ...(told.purpose === undefined ? {} : { purpose: told.purpose }),
})

const envelope = ({ at, id, actor }: Told): Pick<Given, 'at' | 'id' | 'actor'> => ({
  at,
  ...(id === undefined ? {} : { id }),
  ...(actor === undefined ? {} : { actor }),
})

export const tapped = (told: Told & { readonly source?: string }): Given => ({
  type: 'ProfileTapped',
  ...envelope(told),
  data: { ...common(told), visitId: told.id ?? ANA, source: told.source ?? 'nfc' },
})

export const clicked = (told: Told & { readonly network?: string }): Given => ({
  type: 'LinkClicked',
  ...envelope(told),
  data: { ...common(told), network: told.network ?? 'whatsapp' },
})

export const downloaded = (told: Told): Given => ({
  type: 'ContactDownloaded',
  ...envelope(told),
  data: common(told),
})
