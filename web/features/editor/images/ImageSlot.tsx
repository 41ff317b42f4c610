import type { OwnProfile } from '@app/contracts/api/profile-calls.ts'
import type { ImageKind } from '@app/contracts/events/profile-events.ts'
import { useEffect, useRef, useState, type ClipboardEvent, type ComponentProps } from 'react'
import { SlotBox } from './SlotBox.tsx'
import type { Slot } from './slots.ts'
import { useFileDrop } from './use-file-drop.ts'
import { useImageUpload, NO_ANSWER, type UploadFault } from './use-image-upload.ts'
import { refusalText } from '../../../app/refusal.ts'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'
import { useDeleteImageMutation } from './image-api.ts'
import { Trash2, X } from 'lucide-react'

interface SlotCornerProps extends ComponentProps<'button'> {
  readonly label: string
  readonly does: 'cancel' | 'delete'
}

/** 28 px visible, 44 px touch target. */
function SlotCorner({ label, does, ...rest }: SlotCornerProps) {
  const Icon = does === 'cancel' ? X : Trash2
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className="absolute -top-1 -right-1 grid size-7 place-items-center rounded-sm bg-on-signal/85 text-white ring-1 ring-white/40 after:absolute after:inset-0 hover:bg-on-signal pointer-coarse:after:-inset-2"
    >
      <Icon aria-hidden="true" size={14} strokeWidth={2} />
    </button>
  )
}

interface DeleteImageProps {
  readonly profileId: string
  readonly slot: Slot
  readonly onDone: (message: string) => void
}

function DeleteImage({ profileId, slot, onDone }: DeleteImageProps) {
  const [open, setOpen] = useState(false)
  const [remove, { isLoading, error, reset }] = useDeleteImageMutation()
  const confirm = async () => {
    const { data } = await remove({ profileId, kind: slot.kind })
    if (!data) return
    setOpen(false)
    onDone(data.message)
  }
  return (
    <>
      <SlotCorner
        does="delete"
        label={`Eliminar ${slot.noun}`}
        aria-haspopup="dialog"
        onClick={() => {
          reset()
          setOpen(true)
        }}
      />
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={slot.question}
        consequence="Tu perfil mostrará el diseño por defecto."
        verb="Eliminar imagen"
        busyVerb="Eliminando..."
        busy={isLoading}
        failure={error && `Error al eliminar imagen: ${refusalText(error, NO_ANSWER)}`}
        onConfirm={() => void confirm()}
      />
    </>
  )
}

interface ImageSlotProps {
  readonly slot: Slot
  readonly profile: OwnProfile | undefined
  readonly faultId: string | undefined
  readonly onDone: (message: string) => void
  readonly onFault: (fault: UploadFault | undefined) => void
}

/** Where the background has a row of its own there is room for more of it. */
const SIZES: Readonly<Record<ImageKind, string>> = {
  'profile-image': 'w-24',
  'company-logo': 'max-w-[130px]',
  'background-image': '@max-[33rem]:h-36',
}

export function ImageSlot({ slot, profile, faultId, onDone, onFault }: ImageSlotProps) {
  const upload = useImageUpload({ profileId: profile?.id, slot, onDone, onFault })
  const { step, pick } = upload
  const isIdle = step.name === 'idle'
  const { isOver, ...drop } = useFileDrop((file) => isIdle && pick(file))
  const image = profile?.[slot.field] ?? null
  const button = useFocusAfterDeletion(image)
  const paste = ({ clipboardData }: ClipboardEvent) => {
    const [file] = clipboardData.files
    if (file && isIdle) pick(file)
  }
  return (
    <div {...drop} onPaste={paste} className="min-w-0 last:col-span-full @min-[33rem]:last:col-span-1">
      <b className="mb-1.5 block text-small font-semibold">{slot.title}</b>
      <div className={`relative h-24 ${SIZES[slot.kind]}`}>
        <SlotBox {...{ slot, image, upload, isOver, faultId, button }} />
        {isIdle && profile && image !== null && (
          <DeleteImage profileId={profile.id} slot={slot} onDone={onDone} />
        )}
        {step.name === 'sending' && step.part < 1 && (
          <SlotCorner does="cancel" label={`Cancelar la subida de ${slot.noun}`} onClick={upload.cancel} />
        )}
      </div>
      {step.name === 'framing' && (
        <step.Dialog picture={step.picture} slot={slot} onUse={upload.use} onCancel={upload.cancel} />
      )}
    </div>
  )
}

/** A deletion takes its own button away, and the focus with it. */
function useFocusAfterDeletion(image: string | null) {
  const button = useRef<HTMLButtonElement>(null)
  const had = useRef(false)
  useEffect(() => {
    if (had.current && image === null && document.activeElement === document.body) button.current?.focus()
    had.current = image !== null
  }, [image])
  return button
}
