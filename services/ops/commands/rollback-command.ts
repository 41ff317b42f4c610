import type { ReadModel } from '@app/contracts/read-models.ts'
import { openRebuilds } from '@app/runtime/backend/rebuild/rebuild-orders.ts'
import type { Settings } from '@app/settings/settings.ts'
import { STAFF } from '../on-account.ts'
import { withBackend, type Terminal } from '../ops-session.ts'

export const rollbackCommand = (settings: Settings, terminal: Terminal, name: ReadModel): Promise<number> =>
  withBackend(settings, terminal, async (backend) => {
    await openRebuilds(backend).rollback(STAFF, name)
    terminal.print(`Listo: ${name} usa otra vez la anterior, al día. Repetir la orden vuelve a la otra.`)
    return 0
  })
