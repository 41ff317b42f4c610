import { useEffect, useRef, useState, type Ref } from 'react'
import { ACCEPTED } from './picked-file.ts'
import type { Slot } from './slots.ts'
import type { ImageUpload } from './use-image-upload.ts'
import { imagePath, widthName } from '@app/contracts/fields/image-renditions.ts'
import { ImageUp } from 'lucide-react'

interface SlotPictureProps {
  readonly slot: Slot
  readonly image: string | null
}

/** Named by the button around it. */
function SlotPicture({ slot, image }: SlotPictureProps) {
  const [failed, setFailed] = useState<string | null>(null)
  useEffect(() => {
    const again = () => setFailed(null)
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [])
  if (image === null) return <EmptySlot isWide={slot.kind === 'background-image'} />
  // Without a network that is no fault of the picture.
  if (image === failed && !navigator.onLine)
    return <span className="text-small text-ink-3">Sin conexión</span>
  if (image === failed) return <span className="text-small font-semibold text-danger">Error</span>
  return (
    <img
      src={imagePath(image, widthName(slot.shownWidth))}
      alt=""
      onError={() => setFailed(image)}
      className={`absolute inset-0 size-full ${slot.isRound ? 'object-cover' : 'object-contain'} ${slot.opensWhole ? 'bg-white p-2' : ''}`}
    />
  )
}

/** Only the widest has room for words; they are for the eye, as the button has a name of its own. */
function EmptySlot({ isWide }: { readonly isWide: boolean }) {
  return (
    <span
      aria-hidden="true"
      className="grid justify-items-center gap-1 px-2 text-center text-small text-ink-2"
    >
      <ImageUp size={20} strokeWidth={1.9} />
      {isWide && (
        <span className="font-medium">
          <span className="slot-drag">Arrastra una imagen o </span>
          <b className="slot-pick inline-block font-[650] text-accent">elige un archivo</b>
        </span>
      )}
    </span>
  )
}

interface SlotBoxProps {
  readonly slot: Slot
  readonly image: string | null
  readonly upload: ImageUpload
  readonly isOver: boolean
  readonly faultId: string | undefined
  readonly button: Ref<HTMLButtonElement>
}

/** Picture and picker in one. */
export function SlotBox({ slot, image, upload, isOver, faultId, button }: SlotBoxProps) {
  const input = useRef<HTMLInputElement>(null)
  const isBusy = upload.step.name !== 'idle'
  const isUnderProgress = upload.step.name === 'opening' || upload.step.name === 'sending'
  const look =
    image === null ? 'border-[1.5px] border-dashed border-line-strong' : 'bg-surface-3 ring-1 ring-line'
  const state = `${isOver ? 'ring-2 ring-accent bg-accent-soft' : ''} ${faultId ? 'ring-2 ring-danger' : ''}`
  return (
    <>
      <button
        ref={button}
        type="button"
        name={slot.kind}
        aria-busy={isBusy || undefined}
        aria-describedby={faultId}
        onClick={() => !isBusy && input.current?.click()}
        className={`group relative grid size-full place-items-center overflow-hidden hover:bg-surface-2 ${slot.isRound ? 'rounded-full' : 'rounded-[14px]'} ${look} ${state}`}
      >
        {/* The invitation would show through the progress; a picture may. */}
        {(image !== null || !isUnderProgress) && <SlotPicture slot={slot} image={image} />}
        <span className="sr-only">{`${image === null ? 'Subir' : 'Cambiar'} ${slot.noun}`}</span>
        {image !== null && !isBusy && (
          <span
            aria-hidden="true"
            className="absolute inset-x-0 bottom-0 bg-on-signal/85 py-0.5 text-center text-micro font-semibold text-white opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100"
          >
            Cambiar
          </span>
        )}
      </button>
      <UploadProgress step={upload.step} slot={slot} />
      <input
        ref={input}
        type="file"
        accept={ACCEPTED}
        tabIndex={-1}
        aria-label={`Archivo para ${slot.noun}`}
        className="hidden"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          // So that the same file can be picked again.
          currentTarget.value = ''
          if (file) upload.pick(file)
        }}
      />
    </>
  )
}

interface UploadProgressProps {
  readonly step: ImageUpload['step']
  readonly slot: Slot
}

const BAR =
  'h-1 w-14 overflow-hidden rounded-full bg-surface-3 [&::-webkit-progress-bar]:bg-surface-3 [&::-webkit-progress-value]:bg-accent [&::-moz-progress-bar]:bg-accent'

function UploadProgress({ step, slot }: UploadProgressProps) {
  if (step.name === 'idle' || step.name === 'framing') return null
  return (
    <div
      className={`absolute inset-0 grid place-content-center justify-items-center gap-1.5 bg-surface/90 text-micro font-semibold ${slot.isRound ? 'rounded-full' : 'rounded-[14px]'}`}
    >
      <span role="status">{step.name === 'opening' ? 'Abriendo...' : 'Subiendo...'}</span>
      {step.name === 'sending' && (
        <progress aria-label={`Subida de ${slot.noun}`} value={step.part} max={1} className={BAR} />
      )}
    </div>
  )
}
