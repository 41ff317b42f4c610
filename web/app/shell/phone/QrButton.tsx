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

/** Above the navigation. */
export const QrItem = ({ onPress, narrow }: QrButtonProps & { readonly narrow: boolean }) => (
  <button
    type="button"
    aria-haspopup="dialog"
    title={narrow ? 'Mostrar QR' : undefined}
    onClick={onPress}
    className={`${navItem(narrow)} mb-2 flex-none bg-surface ring-1 ring-line`}
  >
    <NavLabel icon={QrCode} label="Mostrar QR" narrow={narrow} />
  </button>
)
