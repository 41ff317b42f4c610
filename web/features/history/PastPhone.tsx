import type { PublicProfile } from '@app/contracts/api/public-calls.ts'
import { memo } from 'react'
import { FramedProfile } from '../../app/profile-view.ts'

const Framed = memo(FramedProfile)

/** The public page's own view in a phone of 390 px, drawn smaller. */
export const PastPhone = ({ profile }: { readonly profile: PublicProfile }) => (
  <div className="mx-auto h-[calc(844px*var(--scale)+16px)] w-[calc(390px*var(--scale)+16px)] flex-none rounded-[44px] bg-(--on-signal) p-2 shadow-pop ring-1 ring-line [--scale:.677] max-[370px]:[--scale:.56]">
    <div className="h-full overflow-hidden rounded-[36px]">
      <div className="h-[844px] w-[390px] origin-top-left scale-(--scale)">
        <Framed profile={profile} label="Perfil como estaba" className="h-full" />
      </div>
    </div>
  </div>
)
