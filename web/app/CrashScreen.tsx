import { Component, type ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'

export class CrashScreen extends Component<{ readonly children: ReactNode }, { readonly crashed: boolean }> {
  override state = { crashed: false }

  static getDerivedStateFromError() {
    return { crashed: true }
  }

  override render() {
    if (!this.state.crashed) return this.props.children
    return (
      <main className="grid min-h-dvh place-content-center justify-items-center gap-4 px-5 text-center">
        <h1 className="text-h1">Algo salió mal</h1>
        <Button kind="primary" onClick={() => window.location.reload()}>
          Recargar
        </Button>
      </main>
    )
  }
}
