import { imagePath, widthName } from '@app/contracts/fields/image-renditions.ts'
import { ImageUp } from 'lucide-react'
import { useState } from 'react'
import type { Slot } from './slots.ts'

interface SlotPictureProps {
  readonly slot: Slot
  readonly image: string | null
}

/** Named by the button around it. */
export function SlotPicture({ slot, image }: SlotPictureProps) {
  const [failed, setFailed] = useState<string | null>(null)
  if (image === null) return <EmptySlot isWide={slot.kind === 'background-image'} />
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
          Arrastra una imagen o <b className="font-[650] text-accent">elige un archivo</b>
        </span>
      )}
    </span>
  )
}
