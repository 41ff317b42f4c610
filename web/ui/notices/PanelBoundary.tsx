import type { ReactNode } from 'react'
import { CrashBoundary } from './CrashBoundary.tsx'

interface PanelBoundaryProps {
  readonly title: string
  readonly children: ReactNode
}

export const PanelBoundary = ({ title, children }: PanelBoundaryProps) => (
  <CrashBoundary isPart text={`No pudimos mostrar «${title}».`}>
    {children}
  </CrashBoundary>
)
