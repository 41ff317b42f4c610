import { StartError } from '@app/contracts/start-error.ts'
import { migrateWhenReady } from '../../platform/postgres/migrations.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import type { Terminal } from '../ops-session.ts'

/** Afterwards the product opens the database without the login that owns it. */
export async function migrateCommand({ database }: Settings, terminal: Terminal): Promise<number> {
  if (database === undefined)
    throw new StartError(
      'Sin DATABASE_URL no hay nada que preparar: el producto prepara su propia base de datos.',
    )
  const applied = await migrateWhenReady(database.owner, terminal).catch((cause: Error) => {
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
