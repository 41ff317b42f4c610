import { Menu } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'

// With the dialog's code: most people on a desk never need it.
const MenuSheet = lazy(async () => ({ default: (await import('./MenuSheet.tsx')).MenuSheet }))

export function MenuButton({ signedIn }: { readonly signedIn: boolean }) {
  const [open, setOpen] = useState<boolean>()
  return (
    <>
      <button
        type="button"
        aria-label="Abrir menú"
        aria-haspopup="dialog"
        className="l-menu-button"
        onClick={() => setOpen(true)}
      >
        <Menu aria-hidden="true" size={22} />
      </button>
      {open !== undefined && (
        <Suspense fallback={null}>
          <MenuSheet open={open} onOpenChange={setOpen} signedIn={signedIn} />
        </Suspense>
      )}
    </>
  )
}
