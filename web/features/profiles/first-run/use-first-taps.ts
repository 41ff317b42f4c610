import type { LiveFact, LiveMessage } from '@app/contracts/analytics.ts'
import { useEffect, useState } from 'react'
import { api } from '../../../app/api.ts'
import { useAppStore, followProfile } from '../../../app/live-stream.ts'
import { durationText, sinceText } from '../../../ui/wording/date-time.ts'
import type { Source } from '@app/contracts/traffic/kinds.ts'

export interface FirstTaps {
  readonly own: LiveFact | undefined
  readonly counted: LiveFact | undefined
  readonly isSeen: boolean
}

const NONE: FirstTaps = { own: undefined, counted: undefined, isSeen: false }

const tapWith =
  (excluded: LiveFact['excluded']) =>
  (fact: LiveFact): boolean =>
    fact.kind === 'tap' && fact.excluded === excluded

export function withFirstTaps(before: FirstTaps, message: LiveMessage): FirstTaps {
  if (message.type !== 'opened' && message.type !== 'moved') return before
  const facts = message.facts.toReversed()
  const counted = before.counted ?? facts.find(tapWith(null))
  const isNew = before.counted === undefined && counted !== undefined
  return {
    own: message.facts.find(tapWith('own')) ?? before.own,
    counted,
    isSeen: before.isSeen || (isNew && message.type === 'moved'),
  }
}

/** From the live stream: within a second of the tap. Without it the steps stay as the profile has them. */
export function useFirstTaps(profileId: string, isWanted: boolean): FirstTaps {
  const store = useAppStore()
  const [taps, setTaps] = useState(NONE)
  useEffect(() => {
    if (!isWanted) return undefined
    return followProfile(store, profileId, {
      onMessage: (message) => setTaps((before) => withFirstTaps(before, message)),
    })
  }, [store, profileId, isWanted])
  // The profile's own card shows its visits, also one that came between its reading and the stream.
  const isVisited = taps.counted !== undefined
  useEffect(() => {
    if (isVisited) store.dispatch(api.util.invalidateTags(['Profiles']))
  }, [store, isVisited])
  return taps
}

const MINUTE_MS = 60_000

/** `hace 2 s`: the moment itself is counted in seconds, also those that are `ahora` elsewhere. */
export function tapAge(atMs: number, nowMs: number): string {
  if (nowMs - atMs >= MINUTE_MS) return sinceText(atMs, nowMs)
  return `hace ${durationText(Math.max(1, Math.floor((nowMs - atMs) / 1_000)))}`
}

interface TapWords {
  readonly title: readonly [string, string]
  readonly lead: string
  readonly first: string
  readonly own: string
  readonly ownNote: string
  readonly ownLead: string
  readonly works: string
}

const VISITS_COUNT = 'Desde ahora, cada visita cuenta. La ves aquí y en Analíticas.'

/** The owner's own does not count, and says so. */
export const TAP_WORDS: Readonly<Record<Source, TapWords>> = {
  nfc: {
    title: ['Alguien tocó', 'tu tarjeta.'],
    lead: 'Desde ahora, cada toque cuenta. Lo ves aquí y en Analíticas.',
    first: 'Primer toque: ',
    own: 'Tu toque llegó ',
    ownNote: 'Es tuyo, por eso no suma.',
    ownLead: 'Funciona. Pídele a alguien que la toque.',
    works: 'Tu tarjeta responde.',
  },
  qr: {
    title: ['Alguien escaneó', 'tu QR.'],
    lead: VISITS_COUNT,
    first: 'Primer escaneo: ',
    own: 'Tu escaneo llegó ',
    ownNote: 'Es tuyo, por eso no suma.',
    ownLead: 'Tu QR funciona. Pídele a alguien que lo escanee.',
    works: 'Tu QR responde.',
  },
  link: {
    title: ['Alguien abrió', 'tu enlace.'],
    lead: VISITS_COUNT,
    first: 'Primera visita: ',
    own: 'Tu visita llegó ',
    ownNote: 'Es tuya, por eso no suma.',
    ownLead: 'Tu enlace funciona. Mándaselo a alguien.',
    works: 'Tu enlace responde.',
  },
}

/** Nobody knows here by what the visits came that were before the screen was open. */
export function worksText(taps: readonly (LiveFact | undefined)[]): string {
  const best = (['nfc', 'qr', 'link'] as const).find((source) => taps.some((tap) => tap?.source === source))
  return best === undefined ? 'Tu página responde.' : TAP_WORDS[best].works
}
