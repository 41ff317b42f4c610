import { Component, type ReactNode } from 'react'
import { FailedNotice } from './FailedNotice.tsx'

interface PanelBoundaryProps {
  /** As its heading says. */
  readonly title: string
  readonly children: ReactNode
}

/** Keeps a panel that cannot be drawn from taking its neighbours with it; a retry draws it anew, where it stands. */
export class PanelBoundary extends Component<PanelBoundaryProps, { readonly crashed: boolean }> {
  override state = { crashed: false }

  static getDerivedStateFromError() {
    return { crashed: true }
  }

  override render() {
    if (!this.state.crashed) return this.props.children
    return (
      <FailedNotice
        text={`No pudimos mostrar «${this.props.title}».`}
        onRetry={() => this.setState({ crashed: false })}
      />
    )
  }
}
