import type { LiveFact, LiveMessage } from '@app/contracts/analytics.ts'
import { type Exclusion, DEVICE_NAMES, SOURCE_NAMES, networkName } from '@app/contracts/traffic/kinds.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { countedText } from '../../../ui/wording/figures.ts'

export interface LiveFeed {
  readonly facts: readonly LiveFact[]
  readonly people: number
}

export const EMPTY_FEED: LiveFeed = { facts: [], people: 0 }

/** News replace a fact with the same id, for example when it is judged again. The oldest facts are dropped. */
function merged(before: readonly LiveFact[], news: readonly LiveFact[]): readonly LiveFact[] {
  const byId = new Map([...before, ...news].map((fact) => [fact.id, fact]))
  const facts = [...byId.values()].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
  return facts.slice(0, LIMITS.liveFactsMax)
}

export function withMessage(feed: LiveFeed, message: LiveMessage): LiveFeed {
  switch (message.type) {
    case 'opened':
    case 'moved':
      return { facts: merged(feed.facts, message.facts), people: message.people }
    case 'people':
      return { ...feed, people: message.people }
    case 'ended':
      return { ...feed, people: 0 }
  }
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

export const originText = ({ device, source }: LiveFact): string =>
  `${DEVICE_NAMES[device]} · ${SOURCE_NAMES[source]}`

export const reasonText = ({ excluded }: LiveFact): string | undefined =>
  excluded ? `no cuenta: ${REASONS[excluded][0]}` : undefined

export const peopleText = (people: number): string =>
  `${countedText(people, 'persona', 'personas')} en los últimos 5 minutos`

const REASONS: Readonly<Record<Exclusion, readonly [one: string, many: string]>> = {
  robot: ['robot', 'robots'],
  preview: ['vista previa', 'vistas previas'],
  repeat: ['repetición', 'repeticiones'],
  own: ['de tu cuenta', 'de tu cuenta'],
  excess: ['en exceso', 'en exceso'],
}

/** `Sin contar: 12 robots, 3 vistas previas` */
export function excludedText(byReason: Readonly<Record<string, number>>): string | undefined {
  const parts = Object.entries(REASONS).flatMap(([reason, forms]) => {
    const count = byReason[reason] ?? 0
    return count > 0 ? [countedText(count, ...forms)] : []
  })
  return parts.length > 0 ? `Sin contar: ${parts.join(', ')}` : undefined
}
