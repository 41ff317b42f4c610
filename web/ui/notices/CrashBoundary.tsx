import { Component, type ReactNode } from 'react'
import { FailedNotice } from './FailedNotice.tsx'

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
