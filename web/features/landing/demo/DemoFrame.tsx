import type { ProfileTheme } from '@app/contracts/events/profile.ts'
import type { SyntheticEvent } from 'react'
import { ProfileFrame } from '../../../app/profile-frame.ts'
import type { DemoPage } from './demo-page.ts'

interface DemoFrameProps {
  readonly page: DemoPage
  readonly theme?: ProfileTheme
}

/** An image that fails gives way to the icon below it, as on the page. */
function leaveOut({ target }: SyntheticEvent) {
  if (target instanceof HTMLImageElement) target.remove()
}

export function DemoFrame({ page, theme = page.theme }: DemoFrameProps) {
  return (
    <ProfileFrame theme={theme} photo={page.photo} label={`Perfil de ${page.name}`} className="l-frame">
      {/* Our own server's HTML, which it made of escaped values; innerHTML runs no scripts. */}
      <div inert onErrorCapture={leaveOut} dangerouslySetInnerHTML={{ __html: page.markup }} />
    </ProfileFrame>
  )
}
