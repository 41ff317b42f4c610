import { isStoreError } from '@app/contracts/event-store.ts'
import { StartError } from '@app/contracts/start-error.ts'
import { newId } from '@app/event-store/ids.ts'
import { bindToVault, matchVault } from '@app/runtime/backend/refuse-other-vault.ts'
import type { Settings } from '@app/settings/settings.ts'
import { countLostPeople, type LostPeople } from '../lost-people.ts'
import { securityLogOf, STAFF } from '../on-account.ts'
import { sayProgress } from '../progress-lines.ts'
import { INTERRUPTED, withStores, type Terminal } from '../ops-session.ts'
import { drawTable, figure } from '../text-table.ts'

type Ask = (question: string) => Promise<string>

/** Binds the log to the vault of these settings. @returns 1 when nothing was done */
export const acceptLossCommand = (settings: Settings, terminal: Terminal, ask: Ask): Promise<number> =>
  withStores(settings, terminal, async ({ app: db, sealed: log }) => {
    const now = (): Date => new Date()
    const deps = { log, db, now, newId }
    const match = await matchVault(deps)
    if (match.kind !== 'lost') throw new StartError(NOTHING_LOST)
    terminal.say('Contando a quiénes conoce el registro de eventos y de quiénes no hay llave aquí…')
    const counting = { signal: terminal.signal, onProgress: sayProgress(terminal.say, now) }
    const lost = await countLostPeople({ app: db, sealed: log }, counting)
    if (lost === undefined) {
      terminal.print('Interrumpido: no se cambió nada.')
      return INTERRUPTED
    }
    terminal.print(consequencesOf(lost))
    if (!(await isAccepted(ask, lost))) {
      terminal.print('No se cambió nada: lo que escribiste no es lo mismo.')
      return 1
    }
    await bindToVault(deps, match.binding, STAFF).catch((error: unknown) => {
      throw isStoreError(error, 'Conflict') ? new StartError(BOUND_MEANWHILE, { cause: error }) : error
    })
    securityLogOf(settings, now)({ event: 'vault-loss-accepted', by: 'ops', count: sumOf(lost) })
    terminal.print('El registro de eventos es ahora de esta base de datos. Inicia el producto con npm start.')
    return 0
  })

const WITHOUT_BACKUP = 'sin respaldo'

/** The second answer is a figure of the table, so the operator has to read it. */
async function isAccepted(ask: Ask, lost: LostPeople): Promise<boolean> {
  const first = await ask(
    `Si existe un respaldo, escribe otra cosa, restáuralo e inicia el producto.\nSi no existe en ninguna parte, escribe ${WITHOUT_BACKUP}: `,
  )
  if (first.trim().toLowerCase() !== WITHOUT_BACKUP) return false
  const second = await ask('Para confirmar, escribe el total de la tabla: ')
  return second.trim().replaceAll('.', '') === String(sumOf(lost))
}

const sumOf = (lost: LostPeople): number => [...lost.values()].reduce((sum, count) => sum + count, 0)

const LABELS: ReadonlyMap<string, string> = new Map([
  ['account', 'Cuentas'],
  ['profile', 'Perfiles'],
  ['visitor', 'Visitantes que dijeron su nombre'],
  ['quotation', 'Solicitudes de cotización'],
  ['subscription', 'Suscripciones a recordatorios'],
])

function consequencesOf(lost: LostPeople): string {
  const rows = [...lost].map(([kind, count]) => [LABELS.get(kind) ?? kind, figure(count)])
  const table = drawTable([...rows, ['Total', figure(sumOf(lost))]])
  return `\nSin sus llaves no se puede volver a leer lo que el registro de eventos guarda de:\n\n${table}\n\n${CONSEQUENCES}\n`
}

const CONSEQUENCES = `Desde el próximo inicio:
  - Todas ellas se ven como borradas: sin nombres, correos ni textos, y sus páginas dejan de existir, también las
    que llevan las tarjetas impresas. Quedan las cifras de visitas, sin nombres.
  - Nadie entra con su contraseña de antes: contraseñas, sesiones e imágenes también estaban en esa base de datos.
    A la cuenta de ADMIN_EMAIL se le hace una contraseña nueva, que se muestra una vez.
  - No sale ningún recordatorio pendiente, y los códigos sin usar dejan de servir. Los correos y las direcciones
    de páginas de antes quedan libres.
  - La base de datos que falta ya no se acepta, ni donde esté en uso ahora, y lo que se escriba desde entonces no
    se abre con ella.`
const NOTHING_LOST =
  'No hay ninguna pérdida que aceptar: esta base de datos tiene las llaves de este registro de eventos, o el registro no las necesita.'
const BOUND_MEANWHILE =
  'Otro proceso acaba de decir de qué base de datos es este registro de eventos: repite la orden para ver cómo quedó.'
