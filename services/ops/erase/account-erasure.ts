import { eraseAccount } from '@app/processes/erasures/erase-account.ts'
import { createAccountIds } from '@app/vault/keys/keyed-ids.ts'
import { noAccount, STAFF } from '../on-account.ts'
import { onlyMatch, type Erasable } from './erasable.ts'

export const accountErasure: Erasable = {
  columns: ['Correo', 'Id'],
  // Accepts any address, because a half erased account is known only by its id.
  find: async ({ idKeys }, email) => {
    const id = createAccountIds(idKeys)(email)
    return onlyMatch({ id, row: [email, id] })
  },
  erase: async (deps, { id }, email) => {
    const { account, mails, ...erased } = await eraseAccount(deps, id, STAFF)
    return { accounts: Number(account), ...erased, mails: mails + (await deps.removeMailsTo([email])) }
  },
  goes: 'la cuenta, con sus perfiles, sus imágenes, los nombres de sus visitantes y los correos de quienes pidieron recordatorios',
  stays: 'Quedan las cifras de visitas y de recordatorios, sin nombres ni correos.',
  none: (email) => noAccount(email).message,
}
