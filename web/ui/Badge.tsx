import type { ReactNode } from 'react'

const TONES = {
  ok: 'bg-success-soft text-success',
  bad: 'bg-danger-soft text-danger',
  warn: 'bg-warning-soft text-warning',
  info: 'bg-accent-soft text-accent',
  neutral: 'bg-surface-3 text-ink-2',
} as const

export type BadgeTone = keyof typeof TONES

interface BadgeProps {
  readonly tone: BadgeTone
  readonly text: string
  /** In place of the dot. */
  readonly icon?: ReactNode
}

export type BadgeLook = Pick<BadgeProps, 'tone' | 'text'>

export const Badge = ({ tone, text, icon }: BadgeProps) => (
  <span
    className={`inline-flex min-h-[22px] items-center gap-[5px] rounded-full px-2 text-micro font-semibold whitespace-nowrap forced-colors:border ${TONES[tone]}`}
  >
    {icon ?? <span aria-hidden="true" className="size-1.5 flex-none rounded-full bg-current" />}
    <span>{text}</span>
  </span>
)
