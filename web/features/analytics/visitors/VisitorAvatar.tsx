import { UserRound } from 'lucide-react'
import { initialsOf, tintOf } from './visitors.ts'

export function VisitorAvatar({ name }: { readonly name: string }) {
  const tint = tintOf(name)
  const initials = initialsOf(name)
  return (
    <span
      aria-hidden="true"
      className="grid size-[2.125rem] flex-none place-items-center rounded-full text-micro font-bold tracking-[-0.02em]"
      style={{ background: `var(--tint-${tint})`, color: `var(--on-tint-${tint})` }}
    >
      {initials === '' ? <UserRound size={17} strokeWidth={1.9} /> : initials}
    </span>
  )
}
