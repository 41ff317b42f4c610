import { AVATAR_WIDTHS, imagePath, widthName } from '@app/contracts/media.ts'
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
  const [failed, setFailed] = useState<readonly string[]>([])
  const { px, icon, width, look } = SIZES[size]
  // Without a network the smallest may be there: the head shows it.
  const paths = [width, SIZES.line.width].map((one) => image && imagePath(image, widthName(one)))
  const path = paths.find((one) => one && !failed.includes(one))
  return (
    <span
      className={`grid flex-none place-items-center overflow-hidden rounded-full bg-surface-3 text-ink-3 ${look}`}
    >
      {!path ? (
        <UserRound aria-hidden="true" size={icon} strokeWidth={1.9} />
      ) : (
        <img
          src={path}
          alt=""
          width={px}
          height={px}
          loading="lazy"
          onError={() => setFailed([...failed, path])}
          className="size-full object-cover"
        />
      )}
    </span>
  )
}
