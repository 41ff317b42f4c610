import { Component, type ReactNode, Suspense } from 'react'
import { FailedNotice } from './Notice.tsx'
import { SayContext, type Say } from './Messages.tsx'

interface CrashBoundaryProps {
  /** Of the screen, where all of it is inside. */
  readonly title?: string | undefined
  readonly text: string
  /** Of a screen whose rest stands: it is drawn again, not loaded. */
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

/**
 * A part whose script comes when it is opened. Where that cannot be loaded, a message says so, and the rest stays.
 * Without a network it opens once that is back.
 */
export class LazyPart extends Component<LazyPartProps, { readonly failed: boolean }> {
  static override contextType = SayContext
  declare context: Say
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch() {
    if (navigator.onLine) {
      this.context('Error: no pudimos abrirlo. Inténtalo de nuevo.')
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
