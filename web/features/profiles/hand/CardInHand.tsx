import type { OwnProfile } from '@app/contracts/profile-calls.ts'
import { displayName } from '@app/contracts/fields/names.ts'
import { useState } from 'react'
import { pageAddress } from '../../../app/public-url.ts'
import { ShareSheet } from './ShareSheet.tsx'
import { ShowQr } from './ShowQr.tsx'

export { keepQr } from './keep-qr.ts'

interface CardInHandProps {
  readonly profile: OwnProfile
  readonly open: 'qr' | 'share'
  readonly onClose: () => void
}

type SystemShare = { readonly share?: (shared: { title: string; url: string }) => Promise<void> }

/** False where the system has no sheet, or refused to open it. Closing it is no failure. */
export async function isSharedBySystem(profile: OwnProfile): Promise<boolean> {
  const { share } = navigator as SystemShare
  if (share === undefined) return false
  try {
    await share.call(navigator, { title: displayName(profile), url: pageAddress(profile.slug) })
    return true
  } catch (error) {
    return (error as { name?: unknown } | undefined)?.name === 'AbortError'
  }
}

/** The ways to send the card; or the code over the whole screen, and those over it. */
export function CardInHand({ profile, open, onClose }: CardInHandProps) {
  const [isSharing, setSharing] = useState(false)
  const share = () => void isSharedBySystem(profile).then((isDone) => setSharing(!isDone))
  if (open === 'share') return <ShareSheet profile={profile} onClose={onClose} />
  return (
    <>
      <ShowQr profile={profile} onShare={share} onClose={onClose} />
      {isSharing && <ShareSheet profile={profile} onClose={() => setSharing(false)} />}
    </>
  )
}
