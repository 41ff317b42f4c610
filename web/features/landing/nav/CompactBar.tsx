import { useSyncExternalStore } from 'react'
import { Mark } from '../../../ui/brand/Mark.tsx'
import { MenuButton } from './MenuButton.tsx'
import { SectionLinks } from './SectionLinks.tsx'

const APPEARS_PX = 400

/** Sticks to the top once the large one has been scrolled away. */
export function CompactBar({ signedIn }: { readonly signedIn: boolean }) {
  if (!useScrolledBeyond(APPEARS_PX)) return null
  return (
    <div className="l-compact">
      <div className="l-wrap">
        <a href="#contenido" aria-label="Volver arriba">
          <Mark size={22} />
        </a>
        <SectionLinks label="Secciones, barra fija" />
        <a href="#quotation" className="l-button l-ink l-round">
          Cotizar
        </a>
        <MenuButton signedIn={signedIn} />
      </div>
    </div>
  )
}

function onScroll(notify: () => void): () => void {
  window.addEventListener('scroll', notify, { passive: true })
  return () => window.removeEventListener('scroll', notify)
}

const useScrolledBeyond = (px: number): boolean =>
  useSyncExternalStore(
    onScroll,
    () => window.scrollY > px,
    () => false,
  )
