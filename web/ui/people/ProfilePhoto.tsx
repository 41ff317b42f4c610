import { AVATAR_WIDTHS, imagePath, widthName } from '@app/contracts/fields/image-renditions.ts'
import { UserRound } from 'lucide-react'
import { useState } from 'react'

/** Each has a stored photo of three device pixels per CSS pixel, about. */
const SIZES = {
  line: { px: 34, icon: 18, width: AVATAR_WIDTHS[0], look: 'size-[34px]' },
  card: { px: 72, icon: 30, width: AVATAR_WIDTHS[1], look: 'size-[72px] ring-4 ring-surface' },
} as const

interface ProfilePhotoProps {
  readonly image: string | null
  readonly size?: keyof typeof SIZES
}

export function ProfilePhoto({ image, size = 'line' }: ProfilePhotoProps) {
  const [failed, setFailed] = useState<string | null>(null)
  const { px, icon, width, look } = SIZES[size]
  return (
    <span
      className={`grid flex-none place-items-center overflow-hidden rounded-full bg-surface-3 text-ink-3 ${look}`}
    >
      {image === null || image === failed ? (
        <UserRound aria-hidden="true" size={icon} strokeWidth={1.9} />
      ) : (
        <img
          src={imagePath(image, widthName(width))}
          alt=""
          width={px}
          height={px}
          loading="lazy"
          onError={() => setFailed(image)}
          className="size-full object-cover"
        />
      )}
    </span>
  )
}
