import { DEFAULT_THEME } from '@app/contracts/profiles.ts'
import type { PresetId } from '@app/contracts/fields/profile-fields.ts'
import type { SyntheticEvent } from 'react'
import { ProfileFrame } from '../../public-page/view/ProfileFrame.tsx'
import type { DemoPage } from './use-demo.ts'

interface DemoFrameProps {
  readonly page: DemoPage
  readonly theme: PresetId
  readonly className: string
}

/** An image that fails is replaced by the icon below it, as on the page. */
function leaveOut({ target }: SyntheticEvent) {
  if (target instanceof HTMLImageElement) target.remove()
}

/** A picture: delivering the contact file would be an event. Without the background, which would cover the theme's colours. */
export const DemoFrame = ({ page, theme, className }: DemoFrameProps) => (
  <ProfileFrame
    theme={{ ...DEFAULT_THEME, theme_color: theme }}
    photo={false}
    label={`Perfil de ${page.name}`}
    className={className}
  >
    {/* Our own server's HTML, which it made of escaped values; innerHTML runs no scripts. */}
    <div inert onErrorCapture={leaveOut} dangerouslySetInnerHTML={{ __html: page.markup }} />
  </ProfileFrame>
)
