import type { Settings } from '@app/settings/settings.ts'
import { deactivateAccount, reactivateAccount } from '@app/processes/accounts/change-administrators.ts'
import { onAccount, securityLogOf, STAFF } from '../on-account.ts'
import type { Terminal } from '../ops-session.ts'

export async function accountCommand(
  settings: Settings,
  terminal: Terminal,
  { change, email }: { readonly change: 'disable' | 'enable'; readonly email: string },
): Promise<number> {
  const decide = change === 'disable' ? deactivateAccount : reactivateAccount
  const isNew = await onAccount(settings, terminal, email, async (backend, account) => {
    const isDone = await decide(backend, account, STAFF)
    const event = change === 'disable' ? 'account-deactivated' : 'account-reactivated'
    if (isDone) securityLogOf(settings, backend.now)({ event, account, by: 'ops' })
    return isDone
  })
  terminal.print(`${email} ${SAID[change][isNew ? 'now' : 'already']}`)
  return 0
}

const SAID = {
  disable: {
    now: 'quedó desactivada. Sus sesiones se cerraron y sus páginas dejan de verse en pocos segundos.',
    already: 'ya estaba desactivada.',
  },
  enable: { now: 'está activa otra vez, con sus páginas.', already: 'ya estaba activa.' },
} as const
