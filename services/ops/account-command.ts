import type { Settings } from '@app/outside/settings.ts'
import { deactivateAccount, reactivateAccount } from '@app/processes/administrators.ts'
import { onAccount, STAFF } from './on-account.ts'
import type { Terminal } from './session.ts'

/** Deactivates an account, or reactivates it. */
export async function accountCommand(
  settings: Settings,
  terminal: Terminal,
  { change, email }: { readonly change: 'disable' | 'enable'; readonly email: string },
): Promise<number> {
  const decide = change === 'disable' ? deactivateAccount : reactivateAccount
  const isNew = await onAccount(settings, terminal, email, (backend, id) => decide(backend, id, STAFF))
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
