import type { ProfileTheme } from '@app/contracts/profiles.ts'
import { useCallback, useState, type CSSProperties, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { rootLook, PRESETS_CSS } from './styles/themes.ts'
import { BASE_CSS, PROFILE_CSS } from './styles/profile-css.ts'

export interface FrameProps {
  readonly theme: ProfileTheme
  readonly photo: boolean
  readonly label: string
  readonly className?: string
}

/** All that ProfileView needs. It asks nothing of the window's size, so that a frame of any size can hold it. */
const VIEW_CSS = BASE_CSS + PROFILE_CSS + PRESETS_CSS

/** For the view in a shadow root: the frame replaces window and document. No phone draws a scrollbar there. */
const FRAME_CSS = `
:host {
  all: initial; display: block; color-scheme: only light; -webkit-font-smoothing: antialiased;
  font-family: "Host Grotesk Variable", "Host Grotesk Fallback", system-ui, sans-serif;
}
.look { height: 100% }
.profile {
  height: 100%; overflow: auto; container-type: size; isolation: isolate; overscroll-behavior: var(--frame-end, contain);
  scrollbar-width: none;
}
.profile::-webkit-scrollbar { display: none }
.column { min-height: 100cqh }
.backdrop { position: sticky; z-index: -1; top: 0; height: 0 }
.backdrop img { height: 100cqh }
.backdrop::after { inset: 0 0 auto; height: 100cqh }
`

let cached: CSSStyleSheet | undefined

/** A constructed style sheet, which the Content-Security-Policy allows; all frames use the same. */
function frameSheet(): CSSStyleSheet {
  if (cached === undefined) {
    cached = new CSSStyleSheet()
    cached.replaceSync(VIEW_CSS + FRAME_CSS)
  }
  return cached
}

function rootOf(host: HTMLElement): ShadowRoot {
  if (host.shadowRoot) return host.shadowRoot
  const root = host.attachShadow({ mode: 'open' })
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
