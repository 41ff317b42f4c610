import type { DomainEvent } from '@app/contracts/events/catalogue.ts'
import type { EmailChangedBy } from '@app/contracts/accounts/events.ts'
import { normalEmail } from '@app/contracts/fields/email.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { RegisteredAccount } from './account-state.ts'

/** The caller has claimed the e-mail. `provider`: the one at the login provider is another now. */
export interface ChangeEmail {
  readonly type: 'ChangeEmail'
  readonly email: string
  readonly by: EmailChangedBy
}

export function changeEmail({ email, by }: ChangeEmail, state: RegisteredAccount): readonly DomainEvent[] {
  const { email: previous, isEmailChosen } = state
  if (normalEmail(email) === normalEmail(previous)) return []
  // An address that was chosen here stays, whatever the provider says at each login.
  if (by === 'provider' && (isEmailChosen || previous === '')) return []
  if (previous === '') throw new Refusal('conflict', 'Los datos de esa cuenta están bloqueados.')
  return [{ type: 'EmailChanged', data: { email, previousEmail: previous, by } }]
}
