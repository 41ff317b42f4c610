import type { PublicProfile } from '@app/contracts/taps/calls.ts'
import { memo } from 'react'
import { FramedProfile } from '../public-page/view/FramedProfile.tsx'
import './past-phone.css'

const Framed = memo(FramedProfile)

/** The public page's own view in a phone of 390 px, drawn smaller. */
export const PastPhone = ({ profile }: { readonly profile: PublicProfile }) => (
  <div className="past-phone mx-auto flex-none bg-(--on-signal) p-[8px] shadow-pop ring-1 ring-line">
    <div className="h-full overflow-hidden rounded-[36px]">
      <div className="past-phone-page">
        <Framed profile={profile} label="Perfil como estaba" className="h-full" />
      </div>
    </div>
  </div>
)
