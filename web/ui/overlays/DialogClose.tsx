import { X } from 'lucide-react'
import * as Dialog from 'radix-ui/dialog'
import { IconButton } from '../IconButton.tsx'

export const DialogClose = () => (
  <Dialog.Close asChild>
    <IconButton label="Cerrar">
      <X aria-hidden="true" size={18} strokeWidth={1.9} />
    </IconButton>
  </Dialog.Close>
)
