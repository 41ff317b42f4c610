import { Component, type ReactNode } from 'react'
import { FailedNotice } from './FailedNotice.tsx'

interface PanelBoundaryProps {
  readonly title: string
  readonly children: ReactNode
}

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
