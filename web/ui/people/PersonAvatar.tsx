import { UserRound } from 'lucide-react'
import { initialsOf, tintOf } from './person-mark.ts'

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
