import * as Dialog from 'radix-ui/dialog'
import { X } from 'lucide-react'
import { useRef } from 'react'
import { IconButton } from '../../../ui/Button.tsx'
import { Mark } from '../../../ui/brand.tsx'
import { useFocusReturn } from '../../../ui/focus.ts'
import { CELESTE, landingButton } from '../Section.tsx'
import { SECTIONS, AccountLinks } from './SectionLinks.tsx'

interface MenuSheetProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly signedIn: boolean
}

interface MenuContentProps {
  readonly signedIn: boolean
  readonly onLeave: (href: string) => void
}

const BUTTON = landingButton('outline', 'large')

const SHEET =
  'fixed inset-0 z-40 flex animate-fade flex-col overflow-y-auto px-[26px] pt-1.5 ' +
  'pb-[calc(26px+env(safe-area-inset-bottom))]'
const LINK = 'border-b-[1.5px] border-on-signal/16 py-3 text-[1.75rem] font-[680] tracking-[-0.04em]'

function MenuContent({ signedIn, onLeave }: MenuContentProps) {
  return (
    <>
      <Dialog.Title className="sr-only">Menú</Dialog.Title>
      <div className="flex h-[76px] flex-none items-center justify-between">
        <Mark size={26} />
        <Dialog.Close asChild>
          <IconButton label="Cerrar">
            <X aria-hidden="true" size={22} strokeWidth={1.9} />
          </IconButton>
        </Dialog.Close>
      </div>
      <nav aria-label="Secciones" className="mt-3 mb-8 grid">
        {SECTIONS.map(([href, name]) => (
          <a key={href} href={href} className={LINK} onClick={() => onLeave(href)}>
            {name}
          </a>
        ))}
      </nav>
      <div className="mt-auto grid gap-2.5">
        <AccountLinks signedIn={signedIn} looks={{ login: BUTTON, register: BUTTON }} />
        <a href="#quotation" className={landingButton('ink', 'large')} onClick={() => onLeave('#quotation')}>
          Cotizar
        </a>
      </div>
    </>
  )
}

/** Without Dialog.Overlay, which would inject a style sheet, which the CSP blocks. */
export function MenuSheet({ open, onOpenChange, signedIn }: MenuSheetProps) {
  const { onOpenAutoFocus, onCloseAutoFocus } = useFocusReturn()
  const goesTo = useRef<string>(undefined)
  const onClosed = (event: Event) => {
    const target = goesTo.current
    goesTo.current = undefined
    if (target === undefined) return onCloseAutoFocus(event)
    event.preventDefault()
    // Back at the button, the page would scroll away from where the link has led.
    document.querySelector<HTMLElement>(target)?.focus()
  }
  const leave = (href: string) => {
    goesTo.current = href
    onOpenChange(false)
  }
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Content
          onOpenAutoFocus={onOpenAutoFocus}
          onCloseAutoFocus={onClosed}
          aria-describedby={undefined}
          className={`${SHEET} ${CELESTE}`}
        >
          <MenuContent signedIn={signedIn} onLeave={leave} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
