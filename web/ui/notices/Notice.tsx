import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

const TONES = {
  danger: { look: 'bg-danger-soft text-danger', icon: CircleAlert, role: 'alert' },
  success: { look: 'bg-success-soft text-success', icon: CircleCheck, role: 'status' },
  warning: { look: 'bg-warning-soft text-warning', icon: TriangleAlert, role: 'status' },
  info: { look: 'bg-accent-soft text-accent', icon: Info, role: 'status' },
} as const

interface NoticeProps {
  readonly tone: keyof typeof TONES
  readonly children: ReactNode
}

export function Notice({ tone, children }: NoticeProps) {
  const { look, icon: Icon, role } = TONES[tone]
  return (
    <div
      role={role}
      className={`flex items-start gap-2.5 rounded-md px-3.5 py-3 text-small font-semibold ${look}`}
    >
      <Icon aria-hidden="true" size={17} className="mt-px flex-none" />
      <p className="min-w-0">{children}</p>
    </div>
  )
}
