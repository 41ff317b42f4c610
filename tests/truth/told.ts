import type { Actor, JsonObject, NewEvent } from '@app/contracts/event-store.ts'
import { definitionOf } from '@app/contracts/events/catalogue.ts'
import type { Network, Source } from '@app/contracts/traffic/traffic-kinds.ts'
import { PEOPLES } from './user-agents.ts'

/** An event of a scenario, and its stream. */
export interface Told {
  readonly stream: string
  readonly event: NewEvent
}

/** The fields of an event that a scenario sets; the others are those of a person with a phone and a link. */
export interface Telling {
  readonly profileId: string
  readonly visitor: string
  readonly id: string
  readonly at: number
  readonly actor?: Actor['kind']
  readonly userAgent?: string
  readonly request?: 'get' | 'head' | 'part'
  readonly purpose?: string | undefined
  readonly referrer?: string | undefined
  /** Of a click or download. */
  readonly source?: Source | undefined
}

const eventOf = (
  type: string,
  { id, at, actor = 'visitor' }: Pick<Telling, 'id' | 'at' | 'actor'>,
  data: JsonObject,
): NewEvent => ({
  id,
  type,
  version: definitionOf(type).version,
  data,
  meta: {
    actor: { kind: actor, id: 'someone' },
    occurredAt: new Date(at).toISOString(),
    correlationId: id,
    causationId: null,
  },
})

const requestOf = ({ profileId, visitor, userAgent, request, purpose, referrer }: Telling): JsonObject => ({
  profileId,
  visitorId: visitor,
  userAgent: userAgent ?? PEOPLES[0]!,
  request: request ?? 'get',
  ...(purpose === undefined ? {} : { purpose }),
  ...(referrer === undefined ? {} : { referrer }),
})

const actOf = ({ source }: Telling): JsonObject => (source === undefined ? {} : { source })

export const tapped = (told: Telling, source: Source = 'link'): Told => ({
  stream: `visit-${told.id}`,
  event: eventOf('ProfileTapped', told, { ...requestOf(told), visitId: told.id, source }),
})

export const clicked = (told: Telling, network: Network = 'whatsapp'): Told => ({
  stream: `interaction-${told.id}`,
  event: eventOf('LinkClicked', told, { ...requestOf(told), ...actOf(told), network }),
})

export const downloaded = (told: Telling): Told => ({
  stream: `interaction-${told.id}`,
  event: eventOf('ContactDownloaded', told, { ...requestOf(told), ...actOf(told) }),
})

/** The read model judges the app by the user agent. */
const PREVIEW_AGENTS: Readonly<Record<string, string>> = {
  whatsapp: 'WhatsApp/2.24.13.77 A',
  facebook: 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
}

export function previewed({ visitor: _visitor, ...told }: Telling, app: string): Told {
  const { visitorId: _nobody, referrer: _none, ...data } = requestOf({ ...told, visitor: '' })
  return {
    stream: `interaction-${told.id}`,
    event: eventOf('PagePreviewed', told, { ...data, userAgent: PREVIEW_AGENTS[app], app }),
  }
}
