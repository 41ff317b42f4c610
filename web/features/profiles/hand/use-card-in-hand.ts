import type { OwnProfile } from '@app/contracts/api/profile-calls.ts'
import { createElement, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { useSay } from '../../../ui/notices/say.ts'
import type { CardInHandProps } from './CardInHand.tsx'

const load = async () => (await import('./CardInHand.tsx')).CardInHand

/** The screen itself comes first. */
const QUIET_MS = 4_000

/**
 * @param profile undefined while there is none with a page
 * @returns what shows its code, and what is open of it
 */
export function useCardInHand(
  profile: OwnProfile | undefined,
): readonly [showQr: () => void, openCard: ReactNode] {
  const say = useSay()
  const [Card, setCard] = useState<ComponentType<CardInHandProps>>()
  const [isOpen, setOpen] = useState(false)
  const hasCard = profile !== undefined
  useEffect(() => {
    if (!hasCard) return undefined
    // Before it is asked for: whoever shows their card may have lost the network by then.
    const waiting = setTimeout(
      () =>
        void load().then(
          (part) => setCard(() => part),
          () => undefined,
        ),
      QUIET_MS,
    )
    return () => clearTimeout(waiting)
  }, [hasCard])
  const showQr = () => {
    setOpen(true)
    load().then(
      (part) => setCard(() => part),
      () => {
        setOpen(false)
        say('Error: no pudimos mostrar el QR. Inténtalo de nuevo.')
      },
    )
  }
  const openCard =
    isOpen && profile && Card ? createElement(Card, { profile, onClose: () => setOpen(false) }) : null
  return [showQr, openCard]
}
