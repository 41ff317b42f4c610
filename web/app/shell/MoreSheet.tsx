import type { User } from '@app/contracts/api/auth.ts'
import { X } from 'lucide-react'
import * as Dialog from 'radix-ui/dialog'
import { IconButton } from '../../ui/IconButton.tsx'
import { useFocusReturn } from '../../ui/overlays/use-focus-return.ts'
import { PersonalActions } from './PersonalActions.tsx'

interface MoreSheetProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly user: User
  readonly slug: string | undefined
}

/** Has its own scrim: Dialog.Overlay would inject a style sheet, which the CSP blocks. */
export function MoreSheet({ open, onOpenChange, user, slug }: MoreSheetProps) {
  const focusReturn = useFocusReturn()
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <div className="fixed inset-0 z-40 animate-[fade_var(--dur-3)_var(--ease-out)] touch-none bg-(--scrim)" />
        <Dialog.Content
          {...focusReturn}
          aria-describedby={undefined}
          className="fixed inset-x-0 bottom-0 z-40 animate-[slide-up_var(--dur-4)_var(--ease-out)] rounded-t-[28px] bg-surface px-4 pt-3 pb-[max(20px,env(safe-area-inset-bottom))] shadow-modal"
        >
          <span aria-hidden="true" className="mx-auto mb-2 block h-1 w-9 rounded-full bg-surface-3" />
          <div className="mb-2 flex items-center justify-between pl-2.5">
            <Dialog.Title className="text-h2">Más</Dialog.Title>
            <Dialog.Close asChild>
              <IconButton label="Cerrar">
                <X aria-hidden="true" size={18} strokeWidth={1.9} />
              </IconButton>
            </Dialog.Close>
          </div>
          <PersonalActions user={user} slug={slug} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
