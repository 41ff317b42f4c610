import { AVATAR_WIDTHS, imagePath, widthName } from '@app/contracts/fields/image-renditions.ts'
import { UserRound } from 'lucide-react'
import { useState } from 'react'

/** The smallest stored photo (112 px) is enough for 3 device pixels per CSS pixel. */
const SIZE_PX = 34

export function ProfilePhoto({ image }: { readonly image: string | null }) {
  const [failed, setFailed] = useState<string | null>(null)
  return (
    <span className="grid size-[34px] flex-none place-items-center overflow-hidden rounded-full bg-surface-3 text-ink-3">
      {image === null || image === failed ? (
        <UserRound aria-hidden="true" size={18} strokeWidth={1.9} />
      ) : (
        <img
          src={imagePath(image, widthName(AVATAR_WIDTHS[0]))}
          alt=""
          width={SIZE_PX}
          height={SIZE_PX}
          onError={() => setFailed(image)}
          className="size-full object-cover"
        />
      )}
    </span>
  )
}
