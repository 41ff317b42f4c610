import type { PublicProfile } from '@app/contracts/api/public-calls.ts'
import { memo } from 'react'
import { FramedProfile } from '../public-profile/view/FramedProfile.tsx'

const Framed = memo(FramedProfile)

/** A finger on it scrolls the page on, of which it is most. */
export const PHONE =
  'h-[calc(844px*var(--scale)+16px)] w-[calc(390px*var(--scale)+16px)] rounded-[44px] ' +
  '[--frame-end:auto] [--scale:0.677] max-[370px]:[--scale:0.56]'

/** The public page's own view in a phone of 390 px, drawn smaller. */
export const PastPhone = ({ profile }: { readonly profile: PublicProfile }) => (
  <div className={`${PHONE} mx-auto flex-none bg-(--on-signal) p-[8px] shadow-pop ring-1 ring-line`}>
    <div className="h-full overflow-hidden rounded-[36px]">
      <div className="h-[844px] w-[390px] origin-top-left [scale:var(--scale)]">
        <Framed profile={profile} label="Perfil como estaba" className="h-full" />
      </div>
    </div>
  </div>
)
