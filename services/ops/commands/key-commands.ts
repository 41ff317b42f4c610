import type { Settings } from '../../platform/settings/settings.ts'
import { StartError } from '@app/contracts/start-error.ts'
import { securityLogOf } from '../on-account.ts'
import { withBackend, type Terminal } from '../ops-session.ts'
import { figure } from '../text-table.ts'

/** Afterwards no copy of the database opens a destroyed key. */
export async function rotateKeyCommand(settings: Settings, terminal: Terminal): Promise<number> {
  const done = await withBackend(settings, terminal, async ({ rewrap }) => {
    terminal.say('Envolviendo de nuevo las llaves…')
    return rewrap.now()
  })
  if (done === undefined) throw new StartError(BUSY)
  const { number, rewrapped } = done
  securityLogOf(settings, () => new Date())({ event: 'key-rotated', by: 'ops', count: rewrapped })
  terminal.print(
    `Hay una llave nueva (secrets/wrapping-${number}): ${figure(rewrapped)} llaves se envolvieron de nuevo y la anterior se destruyó. Ninguna copia de la base de datos abre ya lo borrado.`,
  )
  return 0
}

const BUSY = 'Otro proceso está envolviendo las llaves de nuevo: espera a que termine y repite la orden.'
