import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import './rights.css'

interface SaidProps {
  readonly icon: LucideIcon
  /** It is no success. */
  readonly isQuiet?: boolean
  readonly text: string
  readonly children?: ReactNode
}

/** What happened, in place of a form. */
export const Said = ({ icon: Icon, isQuiet, text, children }: SaidProps) => (
  <div className="rights-said">
    <span aria-hidden="true" className="rights-sign" data-quiet={isQuiet}>
      <Icon size={26} strokeWidth={1.9} />
    </span>
    <p role="status">{text}</p>
    {children}
  </div>
)
