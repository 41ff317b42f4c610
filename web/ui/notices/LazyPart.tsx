import { Component, Suspense, type ReactNode } from 'react'
import { SayContext, type Say } from './say.ts'

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
