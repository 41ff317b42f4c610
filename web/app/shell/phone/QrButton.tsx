import { QrCode } from 'lucide-react'
import { navItem, NavLabel } from '../NavItem.tsx'

interface QrButtonProps {
  readonly onPress: () => void
}

/** At the top right of every tab on phones. */
export const QrButton = ({ onPress }: QrButtonProps) => (
  <button type="button" aria-label="Mostrar QR" aria-haspopup="dialog" onClick={onPress}>
    <QrCode aria-hidden="true" size={22} strokeWidth={1.9} />
  </button>
)

/** Above the navigation, with its key. */
export const QrItem = ({ onPress, narrow }: QrButtonProps & { readonly narrow: boolean }) => (
  <button
    type="button"
    aria-haspopup="dialog"
    aria-keyshortcuts="Q"
    title={narrow ? 'Mostrar QR' : undefined}
    onClick={onPress}
    className={`${navItem(narrow)} mb-2 flex-none bg-surface ring-1 ring-line`}
  >
    <NavLabel icon={QrCode} label="Mostrar QR" narrow={narrow} />
    {!narrow && (
      <kbd aria-hidden="true" className="ml-auto font-mono text-micro text-ink-3">
        Q
      </kbd>
    )}
  </button>
)
