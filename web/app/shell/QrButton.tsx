import { QrCode } from 'lucide-react'

interface QrButtonProps {
  readonly onPress: () => void
}

/** At the top right of every tab on phones. */
export const QrButton = ({ onPress }: QrButtonProps) => (
  <button
    type="button"
    aria-label="Mostrar QR"
    aria-haspopup="dialog"
    onClick={onPress}
    className="grid size-[52px] flex-none place-items-center rounded-[14px] bg-surface ring-1 ring-line"
  >
    <QrCode aria-hidden="true" size={22} strokeWidth={1.9} />
  </button>
)

/** Above the navigation, with its key. */
export const QrItem = ({ onPress, narrow }: QrButtonProps & { readonly narrow: boolean }) => (
  <button
    type="button"
    aria-label="Mostrar QR"
    aria-haspopup="dialog"
    aria-keyshortcuts="Q"
    title={narrow ? 'Mostrar QR' : undefined}
    onClick={onPress}
    className={`mb-2 flex h-10 w-full flex-none items-center gap-2.5 rounded-md bg-surface text-nav font-[650] ring-1 ring-line hover:bg-surface-2 pointer-coarse:h-11 ${narrow ? 'justify-center' : 'px-2.5'}`}
  >
    <QrCode aria-hidden="true" size={18} strokeWidth={1.9} className="flex-none text-accent" />
    {!narrow && (
      <>
        <span>Mostrar QR</span>
        <kbd className="ml-auto rounded-sm bg-surface-3 px-1.5 py-0.5 font-mono text-micro text-ink-3">Q</kbd>
      </>
    )}
  </button>
)
