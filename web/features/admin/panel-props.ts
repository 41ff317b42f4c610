import type { User } from '@app/contracts/api/auth.ts'

export interface PanelProps {
  /** The administrator. */
  readonly user: User
}
