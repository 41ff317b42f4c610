import { useId, type ReactNode, type ComponentProps } from 'react'

interface PanelProps {
  readonly title: string
  readonly aside?: ReactNode
  readonly children: ReactNode
}

export function Panel({ title, aside, children }: PanelProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="card flex min-w-0 flex-col px-[18px] py-4">
      <header className="mb-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <h2 id={id} className="text-h2">
          {title}
        </h2>
        {aside}
      </header>
      {children}
    </section>
  )
}

const TONES = {
  ok: 'bg-success-soft text-success',
  bad: 'bg-danger-soft text-danger',
  warn: 'bg-warning-soft text-warning',
  info: 'bg-accent-soft text-accent',
  neutral: 'bg-surface-3 text-ink-2',
} as const

type BadgeTone = keyof typeof TONES

interface BadgeProps {
  readonly tone: BadgeTone
  readonly text: string
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

export const MoreButton = (props: Omit<ComponentProps<'button'>, 'className' | 'type'>) => (
  <button
    type="button"
    {...props}
    className="relative mt-1 h-8 justify-self-start self-start rounded-sm text-small font-semibold text-accent after:absolute after:inset-0 hover:underline pointer-coarse:after:-inset-1.5"
  />
)
