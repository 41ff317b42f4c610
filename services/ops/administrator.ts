import type { EventStore } from '@app/contracts/event-store.ts'
import { accountStream } from '@app/contracts/events/account.ts'
import { ADMINISTRATORS_STREAM } from '@app/contracts/events/administrators.ts'
import { account } from '@app/domain/account.ts'
import { load } from '@app/event-store/handle.ts'
import { StartError } from '@app/contracts/start-error.ts'
import { neverStarted } from './installation.ts'

/** @throws StartError when the product never ran on this database, or has another administrator */
export async function getAdministrator(
  store: EventStore,
  { id, email, dataDir }: { readonly id: string; readonly email: string; readonly dataDir: string },
): Promise<string> {
  const { state } = await load(store, account, accountStream(id))
  if (state.status === 'registered' && state.isAdmin) return id
  if ((await store.head(ADMINISTRATORS_STREAM)) === 'noStream') throw neverStarted(dataDir)
  throw new StartError(
    `ADMIN_EMAIL: ${email} no es una cuenta de administrador de esta instalación; indica la que usa el producto.`,
  )
}
