import { UserRound } from 'lucide-react'
import { AVATAR_WIDTHS, imagePath, widthName } from '@app/contracts/fields/pictures.ts'
import { useState } from 'react'

/** Breaks before its last @, where a line is too short for all of it. */
export function EmailText({ email }: { readonly email: string }) {
  const [name, host] = email.split(/(?=@[^@]*$)/)
  return (
    <>
      <span>{name}</span>
      <wbr />
      <span>{host}</span>
    </>
  )
}

/** CSS variables `--tint-0` and `--on-tint-0` to 3. */
const TINTS = 4

/** `RP` for Rodrigo Paredes Soto. Words without letters are skipped. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).flatMap((word) => /^\P{L}*(\p{L})/u.exec(word)?.[1] ?? [])
  return words.slice(0, 2).join('').toLocaleUpperCase('es')
}

export const tintOf = (name: string): number =>
  [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % TINTS

const AVATAR_SIZES = { sm: 'size-7 text-[.6875rem]', md: 'size-[2.125rem] text-micro' } as const

export function PersonAvatar({ name, size = 'md' }: { readonly name: string; readonly size?: 'sm' | 'md' }) {
  const tint = tintOf(name)
  const initials = initialsOf(name)
  return (
    <span
      aria-hidden="true"
      className={`grid flex-none place-items-center rounded-full font-bold tracking-[-0.02em] ${AVATAR_SIZES[size]}`}
      style={{ background: `var(--tint-${tint})`, color: `var(--on-tint-${tint})` }}
    >
      {initials === '' ? <UserRound size={17} strokeWidth={1.9} /> : initials}
    </span>
  )
}

/** Each has a stored photo of three device pixels per CSS pixel, about. */
const PHOTO_SIZES = {
  line: { px: 34, icon: 18, width: AVATAR_WIDTHS[0], look: 'size-[34px]' },
  card: { px: 72, icon: 30, width: AVATAR_WIDTHS[1], look: 'size-[72px] ring-4 ring-surface' },
} as const

interface ProfilePhotoProps {
  readonly image: string | null
  readonly size?: keyof typeof PHOTO_SIZES
}

export function ProfilePhoto({ image, size = 'line' }: ProfilePhotoProps) {
  const [failed, setFailed] = useState<string>()
  const { px, icon, width, look } = PHOTO_SIZES[size]
  const path = image && imagePath(image, widthName(width))
  return (
    <span
      className={`grid flex-none place-items-center overflow-hidden rounded-full bg-surface-3 text-ink-3 ${look}`}
    >
      {!path || failed === path ? (
        <UserRound aria-hidden="true" size={icon} strokeWidth={1.9} />
      ) : (
        <img
          src={path}
          alt=""
          width={px}
          height={px}
          loading="lazy"
          onError={() => setFailed(path)}
          className="size-full object-cover"
        />
      )}
    </span>
  )
}
