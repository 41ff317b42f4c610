import { useEffect, useRef, useState } from 'react'
import { pageAddress } from '../../../../app/public-url.ts'
import { NO_CARD, writeCard, type CardFault } from './write-card.ts'

export const CARD_WAIT_MS_MAX = 60_000

export type Writing = 'waiting' | 'written' | CardFault

interface CardWriting {
  readonly state: Writing | undefined
  readonly start: () => void
  readonly stop: () => void
}

/** One card at a time; leaving the screen ends the waiting. */
export function useCardWriter(slug: string): CardWriting {
  const [state, setState] = useState<Writing | undefined>()
  const running = useRef<AbortController | undefined>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const start = async () => {
    running.current?.abort()
    const own = new AbortController()
    running.current = own
    setState('waiting')
    const timer = setTimeout(() => own.abort(NO_CARD), CARD_WAIT_MS_MAX)
    const outcome = await writeCard(pageAddress(slug, 'nfc'), own.signal)
    clearTimeout(timer)
    if (outcome !== 'cancelled' && running.current === own) setState(outcome)
  }
  const stop = () => {
    running.current?.abort()
    setState(undefined)
  }
  return { state, start: () => void start(), stop }
}
