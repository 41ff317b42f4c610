import { UserRound } from 'lucide-react'

/** CSS variables `--tint-0` and `--on-tint-0` to 3. */
const TINTS = 4

/** `RP` for Rodrigo Paredes Soto. Words without letters are skipped. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).flatMap((word) => /^\P{L}*(\p{L})/u.exec(word)?.[1] ?? [])
  return words.slice(0, 2).join('').toLocaleUpperCase('es')
}

export const tintOf = (name: string): number =>
  [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % TINTS

interface PersonAvatarProps {
  readonly name: string
  readonly size?: 'sm' | 'md'
}

const SIZES = { sm: 'size-7 text-[.6875rem]', md: 'size-[2.125rem] text-micro' } as const

/** A circle with somebody's initials. */
export function PersonAvatar({ name, size = 'md' }: PersonAvatarProps) {
  const tint = tintOf(name)
  const initials = initialsOf(name)
  return (
    <span
      aria-hidden="true"
      className={`grid flex-none place-items-center rounded-full font-bold tracking-[-0.02em] ${SIZES[size]}`}
      style={{ background: `var(--tint-${tint})`, color: `var(--on-tint-${tint})` }}
    >
      {initials === '' ? <UserRound size={17} strokeWidth={1.9} /> : initials}
    </span>
  )
}
