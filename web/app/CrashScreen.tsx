import { crashOf, postCrash, type Crash } from '@app/contracts/api/crashes.ts'
import { Component, type ReactNode, useEffect, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Mark } from '../ui/brand.tsx'

interface CrashScreenProps {
  readonly children: ReactNode
}

interface CrashState {
  readonly crashed: boolean
  /** Given by the server once its log has the crash. */
  readonly eventId?: string
}

export class CrashScreen extends Component<CrashScreenProps, CrashState> {
  override state: CrashState = { crashed: false }

  static getDerivedStateFromError(): CrashState {
    return { crashed: true }
  }

  override componentDidCatch(error: unknown) {
    void reportedId(crashOf(error)).then((eventId) => {
      if (eventId !== undefined) this.setState({ eventId })
    })
  }

  override render() {
    if (!this.state.crashed) return this.props.children
    return (
      <main className="grid min-h-dvh place-content-center justify-items-center gap-4 px-5 text-center">
        <h1 className="text-h1">Algo salió mal</h1>
        {/* The line stays empty, so that the button does not move. */}
        <p role="status" className="min-h-[2lh] text-small text-ink-2">
          {this.state.eventId !== undefined && (
            <>
              <span>Código del evento</span>
              <code className="block font-mono text-micro text-ink">{this.state.eventId}</code>
            </>
          )}
        </p>
        <Button kind="primary" onClick={() => window.location.reload()}>
          Recargar
        </Button>
      </main>
    )
  }
}

/** Not by the store, which may be what crashed. */
async function reportedId(crash: Crash): Promise<string | undefined> {
  try {
    const answer = await fetch(postCrash.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(crash),
      keepalive: true,
    })
    return postCrash.answer.parse(await answer.json()).id
  } catch {
    // Offline, or one of too many: without an id the person can still reload.
    return undefined
  }
}

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
