import { Component, type ReactNode } from 'react'
import { FailedNotice } from './FailedNotice.tsx'

interface CrashBoundaryProps {
  readonly text: string
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
    // Without a network a reload would take away what is open.
    const retry = () => (navigator.onLine ? window.location.reload() : this.again())
    return <FailedNotice text={this.props.text} onRetry={retry} onReturn={this.again} />
  }
}
