import type { Settings } from '../../platform/settings/settings.ts'
import { StartError } from '@app/contracts/start-error.ts'
import { isStoreError } from '@app/contracts/event-store.ts'
import { newId } from '../../kernel/log/ids.ts'
import { bindToVault, matchVault } from '../../product/backend/same-vault.ts'
import { migrate } from '../../platform/postgres/migrations.ts'
import { untilAnswered } from '../../platform/postgres/connection.ts'
import { securityLogOf, STAFF, withBackend, withStores, type Terminal, figure } from '../ops-session.ts'

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

type Ask = (question: string) => Promise<string>

/** Binds the log to the vault of these settings. @returns 1 when nothing was done */
export const acceptLossCommand = (settings: Settings, terminal: Terminal, ask: Ask): Promise<number> =>
  withStores(settings, terminal, async ({ app: db, sealed: log }) => {
    const now = (): Date => new Date()
    const deps = { log, db, now, newId }
    const match = await matchVault(deps)
    if (match.kind !== 'lost') throw new StartError(NOTHING_LOST)
    terminal.print(CONSEQUENCES)
    if ((await ask(QUESTION)).trim().toLowerCase() !== WITHOUT_BACKUP) {
      terminal.print('No se cambió nada: lo que escribiste no es lo mismo.')
      return 1
    }
    await bindToVault(deps, match.binding, STAFF).catch((error: unknown) => {
      throw isStoreError(error, 'Conflict') ? new StartError(BOUND_MEANWHILE, { cause: error }) : error
    })
    securityLogOf(settings, now)({ event: 'vault-loss-accepted', by: 'ops' })
    terminal.print('El registro de eventos es ahora de esta base de datos. Inicia el producto con npm start.')
    return 0
  })

const WITHOUT_BACKUP = 'sin respaldo'

const QUESTION = `Si existe un respaldo, escribe otra cosa, restáuralo e inicia el producto.
Si no existe en ninguna parte, escribe ${WITHOUT_BACKUP}: `

const CONSEQUENCES = `
Sin sus llaves no se puede volver a leer a nadie que el registro de eventos conoce. Desde el próximo inicio:
  - Todas esas personas se ven como borradas: sin nombres, correos ni textos, y sus páginas dejan de existir, también
    las que llevan las tarjetas impresas. Quedan las cifras de visitas, sin nombres.
  - Nadie entra con su contraseña de antes: contraseñas, sesiones e imágenes también estaban en esa base de datos.
    A la cuenta de ADMIN_EMAIL se le hace una contraseña nueva, que se muestra una vez.
  - No sale ningún recordatorio pendiente, y los códigos sin usar dejan de servir. Los correos y las direcciones
    de páginas de antes quedan libres.
  - La base de datos que falta ya no se acepta, ni donde esté en uso ahora, y lo que se escriba desde entonces no
    se abre con ella.
`
const NOTHING_LOST =
  'No hay ninguna pérdida que aceptar: esta base de datos tiene las llaves de este registro de eventos, o el registro no las necesita.'
const BOUND_MEANWHILE =
  'Otro proceso acaba de decir de qué base de datos es este registro de eventos: repite la orden para ver cómo quedó.'

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
