import type { Settings } from '../../platform/settings/settings.ts'
import { StartError } from '@app/contracts/start-error.ts'
import { migrate } from '../../platform/postgres/migrations.ts'
import { untilAnswered } from '../../platform/postgres/connection.ts'
import { securityLogOf, withBackend, type Terminal, figure } from '../ops-session.ts'

/** Afterwards no copy of the database opens a destroyed key. */
export async function rotateKeyCommand(settings: Settings, terminal: Terminal): Promise<number> {
  const { number, rewrapped } = await withBackend(settings, terminal, async ({ rewrap }) => {
    terminal.say('Envolviendo de nuevo las llaves…')
    return rewrap.now()
  })
  securityLogOf(settings, () => new Date())({ event: 'key-rotated', by: 'ops', count: rewrapped })
  terminal.print(
    `Hay una llave nueva (secrets/wrapping-${number}): ${figure(rewrapped)} llaves se envolvieron de nuevo y la anterior se destruyó. Ninguna copia de la base de datos abre ya lo borrado.`,
  )
  return 0
}

/** Afterwards the product opens the database without the login that owns it. */
export async function migrateCommand({ database }: Settings, terminal: Terminal): Promise<number> {
  if (database === undefined)
    throw new StartError(
      'Sin DATABASE_URL no hay nada que preparar: el producto prepara su propia base de datos.',
    )
  const applied = await untilAnswered(() => migrate(database.owner), terminal).catch((cause: Error) => {
    if (cause instanceof StartError) throw cause
    throw new StartError(
      `No se puede preparar la base de datos (${cause.message}). Revisa DATABASE_URL y DATABASE_OWNER_URL.`,
      { cause },
    )
  })
  terminal.print(
    applied.length === 0
      ? 'La base de datos ya está al día.'
      : `La base de datos quedó al día (migraciones: ${applied.length}).`,
  )
  return 0
}
