import { useEffect, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Mark } from '../ui/brand.tsx'

const SLOW_MS = 8_000

export function Loading() {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => clearTimeout(timer)
  }, [])
  return <LoadingNotice slow={slow} onReload={() => window.location.reload()} />
}

interface LoadingNoticeProps {
  readonly slow: boolean
  readonly onReload?: () => void
}

/** index.html draws the same until the client has started. */
export function LoadingNotice({ slow, onReload }: LoadingNoticeProps) {
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-4 text-ink-2">
      <span className="animate-[skeleton-breathe_1.4s_ease-in-out_infinite] text-ink">
        <Mark size={40} word={false} />
      </span>
      <p role="status">{slow ? 'Está tardando más de lo normal.' : 'Cargando…'}</p>
      {slow && (
        <Button size="sm" onClick={onReload}>
          Reintentar
        </Button>
      )}
    </main>
  )
}
