import type { OwnProfile } from '@app/contracts/profile-calls.ts'
import { createElement, useEffect, useState, type ReactNode } from 'react'
import { useSay } from '../../../ui/notices/Toasts.tsx'

const load = () => import('./CardInHand.tsx')
type Loaded = Awaited<ReturnType<typeof load>>

export interface CardActions {
  readonly showQr: () => void
  readonly share: () => void
}

/** @param profile undefined without a page @param own of which it may be one: then the browser stores its code */
export function useCardInHand(
  profile: OwnProfile | undefined,
  own: readonly OwnProfile[] | undefined,
): readonly [CardActions, openCard: ReactNode] {
  const say = useSay()
  const [loaded, setLoaded] = useState<Loaded>()
  const [open, setOpen] = useState<'qr' | 'share'>()
  useEffect(() => {
    // Before the request for it: the network may be lost by the time the card is shown.
    const keep = () =>
      void load()
        .then(({ keepQr }) => keepQr(profile, own))
        .catch(() => undefined)
    if (own !== undefined) keep()
    window.addEventListener('online', keep)
    return () => window.removeEventListener('online', keep)
  }, [profile, own])
  const withLoaded = (work: (parts: Loaded) => void) =>
    void load().then(
      (parts) => {
        setLoaded(parts)
        work(parts)
      },
      () => say('Error: no pudimos abrir tu tarjeta. Inténtalo de nuevo.'),
    )
  const share = () => {
    if (profile)
      withLoaded(({ isSharedBySystem }) => {
        void isSharedBySystem(profile).then((isDone) => !isDone && setOpen('share'))
      })
  }
  const showQr = () =>
    withLoaded(() => {
      say('')
      setOpen('qr')
    })
  const openCard =
    open && profile && loaded
      ? createElement(loaded.CardInHand, { profile, open, onClose: () => setOpen(undefined) })
      : null
  return [{ showQr, share }, openCard]
}
