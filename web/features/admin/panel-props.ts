import type { User } from '@app/contracts/api/accounts/user.ts'

export interface PanelProps {
  /** The administrator. */
  readonly user: User
}
