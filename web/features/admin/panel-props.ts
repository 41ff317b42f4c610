import type { User } from '@app/contracts/api/user.ts'

export interface PanelProps {
  /** The administrator. */
  readonly user: User
}
