import type { ReactNode } from 'react'
import { AccountFrame } from '../../ui/AccountFrame.tsx'
import { TITLE } from './rights-texts.ts'

interface RightsFrameProps {
  readonly lead?: string
  readonly children: ReactNode
}

export const RightsFrame = ({ lead, children }: RightsFrameProps) => (
  <AccountFrame
    title={TITLE}
    {...(lead === undefined ? {} : { lead })}
    note="Es gratis y no necesitas cuenta."
    words={
      <>
        <span>Míralos.</span>
        <br />
        <span>Corrígelos.</span>
        <br />
        <span>Bórralos.</span>
      </>
    }
  >
    {children}
  </AccountFrame>
)
