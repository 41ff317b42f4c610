import type { ReactNode } from 'react'
import { Ondas } from '../brand/Ondas.tsx'

interface EmptyNoticeProps {
  readonly title: string
  readonly children?: ReactNode
}

export function EmptyNotice({ title, children }: EmptyNoticeProps) {
  return (
    <div className="card grid justify-items-center gap-2 px-5 py-12 text-center">
      <Ondas className="mb-2 size-[72px] text-accent" rings={4} step={44} />
      <p className="text-h2 font-[650]">{title}</p>
      {children}
    </div>
  )
}
