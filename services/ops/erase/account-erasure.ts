import { listAccountIds } from '@app/processes/accounts/find-account.ts'
import { eraseAccount } from '@app/processes/erasures/erase-account.ts'
import { noAccount, STAFF } from '../on-account.ts'
import { onlyMatch, type Erasable } from './erasable.ts'

export const accountErasure: Erasable = {
  columns: ['Correo', 'Id'],
  // Accepts any address, because a half erased account is known only by its id.
  find: async (deps, email) => {
    const ids = await listAccountIds(deps, email)
    const id = ids.at(-1)!
    return onlyMatch({ id, row: [email, id], parts: ids })
  },
  erase: async (deps, { parts = [] }, email) => {
    const sum = { accounts: 0, profiles: 0, visitors: 0, subscribers: 0, mails: 0 }
    // Former ones too: what a crash or an outage left of them is found again.
    for (const id of parts) {
      const { account, ...erased } = await eraseAccount(deps, id, STAFF)
      sum.accounts += Number(account)
      for (const kind of ['profiles', 'visitors', 'subscribers', 'mails'] as const) sum[kind] += erased[kind]
    }
    return { ...sum, mails: sum.mails + (await deps.removeMailsTo([email])) }
  },
  goes: 'la cuenta, con sus perfiles, sus imágenes, los nombres de sus visitantes y los correos de quienes pidieron recordatorios',
  stays: 'Quedan las cifras de visitas y de recordatorios, sin nombres ni correos.',
  none: (email) => noAccount(email).message,
}
