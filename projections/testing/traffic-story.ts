import type { JsonObject } from '@app/contracts/event-store.ts'
import { type Given, PHONE } from './read-side.ts'

export const ANA = '0a0a0a0a-0000-4000-8000-000000000001'
export const BEA = '0a0a0a0a-0000-4000-8000-000000000002'
export const DEMO = 'd0d0d0d0-0000-4000-8000-000000000001'

export interface Act extends Pick<Given, 'id' | 'actor'> {
  readonly visitor: string
  readonly at: string
  readonly profile?: string
  readonly userAgent?: string
  readonly request?: 'get' | 'head' | 'part'
  readonly purpose?: string | undefined
  readonly referrer?: string | undefined
  readonly source?: string | undefined
}

function given(type: string, act: Act, more: object = {}): Given {
  const { visitor, profile = DEMO, userAgent = PHONE, request = 'get', at, id, actor, ...rest } = act
  const data = { profileId: profile, visitorId: visitor, userAgent, request, ...rest, ...more } as JsonObject
  return { type, at, data, ...(id !== undefined && { id }), ...(actor !== undefined && { actor }) }
}

export const tapped = (act: Act): Given =>
  given('ProfileTapped', act, { visitId: act.id ?? ANA, source: act.source ?? 'nfc' })

export const clicked = (act: Act & { readonly network?: string }): Given =>
  given('LinkClicked', { network: 'whatsapp', ...act } as Act)

export const downloaded = (act: Act): Given => given('ContactDownloaded', act)
