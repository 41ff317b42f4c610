import type { PresetId } from '../../../app/profile-themes.ts'
import type { SyntheticEvent } from 'react'
import { ProfileFrame } from '../../../app/profile-frame.ts'
import type { DemoPage } from './demo-page.ts'

interface DemoFrameProps {
  readonly page: DemoPage
  /** A tried theme: without the background picture, which would cover its colours. */
  readonly tried?: PresetId | undefined
}

/** An image that fails is replaced by the icon below it, as on the page. */
function leaveOut({ target }: SyntheticEvent) {
  if (target instanceof HTMLImageElement) target.remove()
}

export function DemoFrame({ page, tried }: DemoFrameProps) {
  const backdrop = tried === undefined ? page.backdrop : ''
  const theme = tried === undefined ? page.theme : { ...page.theme, theme_color: tried }
  return (
    <ProfileFrame theme={theme} photo={backdrop !== ''} label={`Perfil de ${page.name}`} className="l-frame">
      {/* Our own server's HTML, which it made of escaped values; innerHTML runs no scripts. */}
      <div inert onErrorCapture={leaveOut} dangerouslySetInnerHTML={{ __html: backdrop + page.markup }} />
    </ProfileFrame>
  )
}
