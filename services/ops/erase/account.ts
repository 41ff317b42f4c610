import { removeMailsTo } from '@app/mail/mail-folder.ts'
import { eraseAccount } from '@app/processes/erasures/erase-account.ts'
import { createAccountIds } from '@app/vault/keys/keyed-ids.ts'
import { noAccount, STAFF } from '../on-account.ts'
import { onlyMatch, type Erasable } from './erasable.ts'

export const accountErasure: Erasable = {
  columns: ['Correo', 'Id'],
  // Accepts any address, because an account that was erased by half is only known by its id.
  find: async ({ idKeys }, email) => {
    const id = createAccountIds(idKeys)(email)
    return onlyMatch({ id, row: [email, id] })
  },
  erase: async (deps, { id }, email) => {
    const { account: isErased, profiles, visitors } = await eraseAccount(deps, id, STAFF)
    const mails = await removeMailsTo(deps.mailFolder, email)
    return { accounts: Number(isErased), profiles, visitors, mails }
  },
  goes: 'la cuenta, con sus perfiles, sus imágenes y los nombres de sus visitantes',
  stays: 'Quedan las cifras de visitas, sin nombres.',
  none: (email) => noAccount(email).message,
}
