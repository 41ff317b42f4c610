import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode, Ref } from 'react'

const TONES = {
  danger: { look: 'bg-danger-soft text-danger', icon: CircleAlert },
  success: { look: 'bg-success-soft text-success', icon: CircleCheck },
  warning: { look: 'bg-warning-soft text-warning', icon: TriangleAlert },
  info: { look: 'bg-accent-soft text-accent', icon: Info },
} as const

interface NoticeProps {
  readonly tone: keyof typeof TONES
  readonly ref?: Ref<HTMLDivElement>
  readonly children: ReactNode
}

export function Notice({ tone, ref, children }: NoticeProps) {
  const { look, icon: Icon } = TONES[tone]
  return (
    <div
      ref={ref}
      role={tone === 'danger' ? 'alert' : 'status'}
      className={`flex items-start gap-2.5 rounded-md px-3.5 py-3 text-small font-semibold ${look}`}
    >
      <Icon aria-hidden="true" size={17} className="mt-px flex-none" />
      <p className="wrap-anywhere">{children}</p>
    </div>
  )
}
