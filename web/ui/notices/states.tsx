import { CircleAlert, RotateCw } from 'lucide-react'
import { type ReactNode, useEffect, Component, Suspense } from 'react'
import { Ondas } from '../brand.tsx'
import { Button } from '../Button.tsx'
import { ScreenTitle } from '../ScreenFrame.tsx'
import { SayContext, type Say } from './Toasts.tsx'

export function EmptyNotice({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className="card grid justify-items-center gap-2 px-5 py-12 text-center">
      <Ondas className="mb-2 size-[72px] text-accent" rings={4} step={44} />
      <p className="text-h2 font-[650]">{title}</p>
      {children}
    </div>
  )
}

interface FailedNoticeProps {
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

interface CrashBoundaryProps {
  readonly title?: string | undefined
  readonly text: string
  /** The rest of the screen stands: this part is drawn again, not loaded. */
  readonly isPart?: boolean
  readonly children: ReactNode
}

/** Also catches a chunk that fails to load. */
export class CrashBoundary extends Component<CrashBoundaryProps, { readonly crashed: boolean }> {
  override state = { crashed: false }

  static getDerivedStateFromError() {
    return { crashed: true }
  }

  private readonly again = () => this.setState({ crashed: false })

  override render() {
    if (!this.state.crashed) return this.props.children
    const { title, text, isPart = false } = this.props
    // Without a network a reload would take away what is open.
    const retry = () => (navigator.onLine && !isPart ? window.location.reload() : this.again())
    return <FailedNotice title={title} text={text} onRetry={retry} onReturn={this.again} />
  }
}

interface PanelBoundaryProps {
  readonly title: string
  readonly children: ReactNode
}

export const PanelBoundary = ({ title, children }: PanelBoundaryProps) => (
  <CrashBoundary isPart text={`No pudimos mostrar «${title}».`}>
    {children}
  </CrashBoundary>
)

interface LazyPartProps {
  /** Puts the part away, so that it can be opened again. */
  readonly onFailed?: () => void
  readonly children: ReactNode
}

/** If its script cannot be loaded, as after an update, a message says so; without a network it opens later. */
export class LazyPart extends Component<LazyPartProps, { readonly failed: boolean }> {
  static override contextType = SayContext
  declare context: Say
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch() {
    if (navigator.onLine) {
      const run = () => window.location.reload()
      this.context('Error: no pudimos abrirlo. Inténtalo de nuevo.', { label: 'Recargar', run })
      this.props.onFailed?.()
    } else {
      this.context('Sin conexión. Esto se abre cuando vuelva la red.')
      window.addEventListener('online', this.openAgain, { once: true })
    }
  }

  override componentWillUnmount() {
    window.removeEventListener('online', this.openAgain)
  }

  private readonly openAgain = () => this.setState({ failed: false })

  override render() {
    return this.state.failed ? null : <Suspense>{this.props.children}</Suspense>
  }
}
