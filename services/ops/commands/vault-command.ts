import { isStoreError } from '@app/contracts/event-store.ts'
import { StartError } from '@app/contracts/start-error.ts'
import { newId } from '../../kernel/log/ids.ts'
import { bindToVault, matchVault } from '../../product/backend/refuse-other-vault.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { securityLogOf, STAFF } from '../on-account.ts'
import { withStores, type Terminal } from '../ops-session.ts'

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
