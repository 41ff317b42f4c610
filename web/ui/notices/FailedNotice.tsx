import { CircleAlert, RotateCw } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from '../Button.tsx'
import { ScreenTitle } from '../ScreenTitle.tsx'

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
