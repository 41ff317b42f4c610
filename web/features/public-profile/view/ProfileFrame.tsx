import type { ProfileTheme } from '@app/contracts/events/profile.ts'
import { useCallback, useState, type CSSProperties, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { FRAME_CSS } from './frame-css.ts'
import { rootLook } from './themes.ts'
import { VIEW_CSS } from './view-css.ts'

export interface FrameProps {
  readonly theme: ProfileTheme
  /** A background image is under the content. */
  readonly photo: boolean
  /** Of the scrolled region, for screen readers. */
  readonly label: string
  /** Of the host element, which gives the frame its size. */
  readonly className?: string
}

let kept: CSSStyleSheet | undefined

/** A constructed style sheet, which the Content-Security-Policy allows; all frames use the same. */
function frameSheet(): CSSStyleSheet {
  if (kept === undefined) {
    kept = new CSSStyleSheet()
    kept.replaceSync(VIEW_CSS + FRAME_CSS)
  }
  return kept
}

function rootOf(host: HTMLElement): ShadowRoot {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [frameSheet()]
  return root
}

/** A shadow root with the view's rules, so that neither these nor the rules of the page around it reach the other. */
export function ProfileFrame({ children, ...props }: FrameProps & { readonly children: ReactNode }) {
  const [root, setRoot] = useState<ShadowRoot>()
  const open = useCallback((host: HTMLDivElement | null) => {
    if (host !== null) setRoot(rootOf(host))
  }, [])
  return (
    <div ref={open} className={props.className}>
      {root !== undefined && createPortal(<Framed {...props}>{children}</Framed>, root)}
    </div>
  )
}

function Framed({ theme, photo, label, children }: FrameProps & { readonly children: ReactNode }) {
  const style = rootLook(theme).style as CSSProperties | undefined
  return (
    // Two elements, because `.photo` replaces colours that the theme gives.
    <div className="look" data-profile-theme={theme.theme_color} style={style}>
      <div className={`profile${photo ? ' photo' : ''}`} role="region" aria-label={label} tabIndex={0}>
        {children}
      </div>
    </div>
  )
}
