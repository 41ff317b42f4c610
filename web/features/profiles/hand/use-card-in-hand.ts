import type { OwnProfile } from '@app/contracts/api/profile-calls.ts'
import { createElement, useState, type ReactNode } from 'react'
import { loadOnceQuiet } from '../../../app/routes/chunk.tsx'
import { useSay } from '../../../ui/notices/say.ts'

const load = () => import('./CardInHand.tsx')
type Loaded = Awaited<ReturnType<typeof load>>

// Before it is asked for: whoever shows their card may have lost the network by then.
loadOnceQuiet(load)

export interface CardInHand {
  readonly showQr: () => void
  readonly share: () => void
}

/**
 * @param profile undefined while there is none with a page
 * @returns with what is open of it
 */
export function useCardInHand(profile: OwnProfile | undefined): readonly [CardInHand, openCard: ReactNode] {
  const say = useSay()
  const [loaded, setLoaded] = useState<Loaded>()
  const [open, setOpen] = useState<'qr' | 'share'>()
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
  const openCard =
    open && profile && loaded
      ? createElement(loaded.CardInHand, { profile, open, onClose: () => setOpen(undefined) })
      : null
  return [{ showQr: () => withLoaded(() => setOpen('qr')), share }, openCard]
}
