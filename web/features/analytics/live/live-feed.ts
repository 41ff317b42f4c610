import { LIVE_FACTS_MAX, type LiveFact, type LiveMessage } from '@app/contracts/analytics.ts'
import { type Exclusion, DEVICE_NAMES, SOURCE_NAMES, networkName } from '@app/contracts/traffic/kinds.ts'
import { countedText } from '../../../ui/wording/figures.ts'

export interface LiveFeed {
  readonly facts: readonly FeedFact[]
  readonly people: number
}
export type FeedFact = LiveFact & {
  /** Arrived during this visit to the screen, not with the first answer. */
  readonly fresh: boolean
}

export const EMPTY_FEED: LiveFeed = { facts: [], people: 0 }

/** News replace a known fact with the same id, for example when it is judged again. The oldest facts are dropped. */
function merged(known: readonly FeedFact[], news: readonly FeedFact[]): readonly FeedFact[] {
  const byId = new Map(known.map((fact) => [fact.id, fact]))
  for (const fact of news) byId.set(fact.id, { ...fact, fresh: byId.get(fact.id)?.fresh ?? fact.fresh })
  return [...byId.values()].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at)).slice(0, LIVE_FACTS_MAX)
}

const feedFacts = (facts: readonly LiveFact[], fresh: boolean): readonly FeedFact[] =>
  facts.map((fact) => ({ ...fact, fresh }))

export function withMessage(feed: LiveFeed, message: LiveMessage): LiveFeed {
  switch (message.type) {
    case 'opened':
    case 'moved':
      return {
        facts: merged(feed.facts, feedFacts(message.facts, message.type === 'moved')),
        people: message.people,
      }
    case 'people':
      return { ...feed, people: message.people }
    case 'ended':
      return { ...feed, people: 0 }
  }
}

const UNCOUNTED: Record<Exclusion, string> = {
  robot: 'robot',
  preview: 'vista previa',
  own: 'de tu cuenta',
  repeat: 'repetición',
  excess: 'en exceso',
}

export function factText({ kind, network }: LiveFact, customTitle: string): string {
  switch (kind) {
    case 'tap':
      return 'Visita'
    case 'click':
      return network === null ? 'Clic' : `Clic en ${networkName(network, customTitle)}`
    case 'download':
      return 'Contacto guardado'
  }
}

/** `iPhone · Tarjeta NFC` */
export const originText = ({ device, source }: LiveFact): string =>
  `${DEVICE_NAMES[device]} · ${SOURCE_NAMES[source]}`

/** Why it is not counted. */
export const reasonText = ({ excluded }: LiveFact): string | undefined =>
  excluded ? `no cuenta: ${UNCOUNTED[excluded]}` : undefined

export const peopleText = (people: number): string =>
  `${countedText(people, 'persona', 'personas')} en los últimos 5 minutos`
