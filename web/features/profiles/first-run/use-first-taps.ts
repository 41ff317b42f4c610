import type { LiveFact, LiveMessage } from '@app/contracts/analytics.ts'
import { useEffect, useState } from 'react'
import { api } from '../../../app/api.ts'
import { useAppStore, followProfile } from '../../../app/live-stream.ts'
import { durationText, sinceText } from '../../../ui/wording/exact-time.ts'

export interface FirstTaps {
  /** The owner's own, which is left out of the figures. */
  readonly own: LiveFact | undefined
  /** Anybody else's. */
  readonly counted: LiveFact | undefined
  /** It arrived while the screen was open. */
  readonly isSeen: boolean
}

const NONE: FirstTaps = { own: undefined, counted: undefined, isSeen: false }

const tapWith =
  (excluded: LiveFact['excluded']) =>
  (fact: LiveFact): boolean =>
    fact.kind === 'tap' && fact.excluded === excluded

export function withFirstTaps(known: FirstTaps, message: LiveMessage): FirstTaps {
  if (message.type !== 'opened' && message.type !== 'moved') return known
  const facts = message.facts.toReversed()
  const counted = known.counted ?? facts.find(tapWith(null))
  const isNew = known.counted === undefined && counted !== undefined
  return {
    own: message.facts.find(tapWith('own')) ?? known.own,
    counted,
    isSeen: known.isSeen || (isNew && message.type === 'moved'),
  }
}

/** From the live stream: within a second of the tap. Without it the steps stay as the profile has them. */
export function useFirstTaps(profileId: string, isWanted: boolean): FirstTaps {
  const store = useAppStore()
  const [taps, setTaps] = useState(NONE)
  useEffect(() => {
    if (!isWanted) return undefined
    return followProfile(store, profileId, {
      onMessage: (message) => setTaps((known) => withFirstTaps(known, message)),
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
