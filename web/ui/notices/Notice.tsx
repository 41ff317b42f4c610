import { CircleAlert, CircleCheck, Info, TriangleAlert, RotateCw } from 'lucide-react'
import { type ReactNode, type Ref, useEffect } from 'react'
import { Ondas } from '../brand.tsx'
import { Button } from '../Button.tsx'
import { ScreenTitle } from '../ScreenFrame.tsx'

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

interface FailedNoticeProps {
  /** Of the screen, where nothing else of it is there. */
  readonly title?: string | undefined
  readonly text: string
  readonly onRetry: () => void
  /** Once the network is back: what failed without one is there now. */
  readonly onReturn?: () => void
}

export function FailedNotice({ title, text, onRetry, onReturn = onRetry }: FailedNoticeProps) {
  const hasNetwork = navigator.onLine
  useEffect(() => {
    window.addEventListener('online', onReturn)
    return () => window.removeEventListener('online', onReturn)
  }, [onReturn])
  return (
    <>
      {title && <ScreenTitle text={title} className="mb-[18px] text-h1" />}
      <div role="alert" className="card grid justify-items-center gap-3 px-5 py-12 text-center">
        <CircleAlert aria-hidden="true" size={24} className={hasNetwork ? 'text-danger' : 'text-ink-3'} />
        <p className="text-ink-2">{hasNetwork ? text : 'Esto se abre cuando vuelva la red.'}</p>
        {hasNetwork && (
          <Button size="sm" icon={<RotateCw aria-hidden="true" size={15} />} onClick={onRetry}>
            Reintentar
          </Button>
        )}
      </div>
    </>
  )
}
