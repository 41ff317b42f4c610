import { DEFAULT_THEME } from '@app/contracts/profiles/events.ts'
import type { PresetId } from '@app/contracts/fields/profile-labels.ts'
import type { KeyboardEvent, SyntheticEvent } from 'react'
import { ProfileFrame } from '../../public-page/view/ProfileFrame.tsx'
import type { DemoPage } from './use-demo.ts'

interface DemoFrameProps {
  readonly page: DemoPage
  readonly theme: PresetId
  readonly className: string
  /** With what a button of the page says. Without it the page is a picture. */
  readonly onPress?: (name: string) => void
}

/** An image that fails is replaced by the icon below it, as on the page. */
function leaveOut({ target }: SyntheticEvent) {
  if (target instanceof HTMLImageElement) target.remove()
}

const buttonOf = ({ target }: SyntheticEvent): Element | null =>
  target instanceof Element ? target.closest('button, [role=button]') : null

/** As the page's own script answers it. */
function answer(button: Element): string {
  const label = (button.querySelector('b') ?? button.querySelector('span'))?.textContent ?? ''
  if (button.hasAttribute('data-save')) {
    button.toggleAttribute('data-saved', true)
    button.querySelector('[data-save-label]')!.textContent = 'Contacto guardado'
  }
  return label
}

/** Without the background picture of the profile, which would cover the colours of the theme. */
export function DemoFrame({ page, theme, className, onPress }: DemoFrameProps) {
  const press = (event: SyntheticEvent) => {
    const button = buttonOf(event)
    if (button !== null) onPress?.(answer(button))
  }
  const pressByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    if (buttonOf(event)?.tagName !== 'SPAN') return
    event.preventDefault()
    press(event)
  }
  return (
    <ProfileFrame
      theme={{ ...DEFAULT_THEME, theme_color: theme }}
      photo={false}
      label={`Perfil de ${page.name}`}
      className={className}
    >
      {/* Our own server's HTML, which it made of escaped values; innerHTML runs no scripts. */}
      <div
        inert={onPress === undefined}
        onErrorCapture={leaveOut}
        onClick={press}
        onKeyDown={pressByKey}
        dangerouslySetInnerHTML={{ __html: page.markup }}
      />
    </ProfileFrame>
  )
}
