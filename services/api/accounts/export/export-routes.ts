import { Router, type Response } from 'express'
import { accountStream, signInsStream } from '@app/contracts/events/account-events.ts'
import { readEvent, type EventType, type PastEvent } from '@app/contracts/events/catalogue.ts'
import { EXPORT_TYPE, getExport } from '@app/contracts/api/accounts/own-account.ts'
import type { Events } from '@app/kernel/commands.ts'
import { createProfileFigures } from '../../analytics/analytics-figures.ts'
import { recordAsked } from '../account-deps.ts'
import { guardedFileRoute } from '../../http/route.ts'
import { createDownloadTurns, sendDownload } from '../../http/send-download.ts'
import { sendZip, type ZipEntry, jsonEntry, listEntry, textEntry } from './zip-stream.ts'
import type { RegisteredAccount } from '@app/domain/account/account-state.ts'
import { userOf } from '../session-answer.ts'
import { profileEntries, type ExportDeps, type Exporting } from './export-profile.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { inOrder } from '@app/record/log-file.ts'

const README = `Tus datos en ${PRODUCT.name}
${'='.repeat(14 + PRODUCT.name.length)}

Los archivos .json se abren con cualquier editor de texto, y los leen otros programas. Las fechas están en UTC.

cuenta.json        Tu nombre, tu correo, cómo entras y tus sesiones abiertas.
historial.json     Lo que pasó con tu cuenta: registro y consentimiento, activación, entradas, cambios.
perfiles/…/        Una carpeta por perfil:
  perfil.json        Sus textos, enlaces y colores, como están ahora.
  foto.webp, logo.webp, fondo.webp
                     Sus imágenes, en el tamaño más grande que guardamos.
  estadisticas.json  Sus cifras desde que existe.
  visitantes.json    Quienes te dijeron quiénes son.

Los visitantes te dieron sus datos a ti, para saber quiénes son: úsalos solo para eso, y bórralos si te lo piden.
No están las contraseñas ni las llaves, que nadie puede leer, ni los correos de quienes pidieron un recordatorio.

¿Algo no está bien o te falta? Escríbenos a ${PRODUCT.supportEmail}.
`

interface ExportedAccount {
  readonly id: string
  readonly state: RegisteredAccount
}

/** All that is stored of the account and its profiles, without hashes, keys and ids of visitors. */
async function* exportEntries(deps: Exporting, { id, state }: ExportedAccount): AsyncGenerator<ZipEntry> {
  yield textEntry('LEEME.txt', README)
  yield jsonEntry('cuenta.json', await accountOf(deps, { id, state }))
  yield listEntry('historial.json', accountHistory(deps.store, id))
  yield* profileEntries(deps, id)
}

async function accountOf({ openSessions, now }: Exporting, { id, state }: ExportedAccount): Promise<object> {
  const sessions = await openSessions.list(id, state.sessionVersion)
  return {
    exported_at: now().toISOString(),
    ...userOf(id, state),
    registered_at: state.registeredAt,
    has_password: state.hasPassword,
    external_logins: state.externalLogins,
    sessions: sessions.map(({ device, beganAt, seenAt }) => ({
      device,
      began_at: beganAt.toISOString(),
      seen_at: seenAt.toISOString(),
    })),
  }
}

/** The part of each event that its person may see; ids of credentials, hashes of links and names of codes are secrets. */
const TOLD: { readonly [Type in EventType]?: readonly string[] } = {
  AccountRegistered: ['name', 'email', 'consent'],
  AccountRenamed: ['name'],
  EmailChanged: ['email', 'previousEmail', 'by'],
  AccountActivated: ['maxProfiles'],
  AccountDeactivated: [],
  AccountReactivated: [],
  AdminGranted: [],
  AdminRevoked: [],
  ExternalLoginLinked: ['issuer', 'subject'],
  PasswordChanged: ['by'],
  PasswordDropped: [],
  PasswordResetRequested: ['expiresAt'],
  ProfileLimitChanged: ['maxProfiles'],
  ProfileSlotTaken: ['profileId'],
  ProfileSlotFreed: ['profileId'],
  SessionsClosed: ['by'],
  SignedIn: ['method'],
}

async function* accountHistory(store: Events, accountId: string): AsyncGenerator<object> {
  for await (const { opened } of inOrder(store, [accountStream(accountId), signInsStream(accountId)])) {
    const event = readEvent(opened)
    const told = TOLD[event.type]
    if (told !== undefined) yield { at: opened.meta.occurredAt, type: event.type, ...picked(event, told) }
  }
}

const picked = ({ data }: PastEvent, fields: readonly string[]): object =>
  Object.fromEntries(Object.entries(data).filter(([field]) => fields.includes(field)))

export function exportRoutes(deps: ExportDeps): Router {
  const router = Router()
  const exporting: Exporting = { ...deps, figures: createProfileFigures(deps) }
  const inTurn = createDownloadTurns(deps.monotonicMs)
  guardedFileRoute(router, deps, getExport, async ({ response }, { accountId: id, account: state }) => {
    await inTurn(id, response, (ending) => sendExport(exporting, { id, state }, { response, ending }))
    await recordAsked(deps, 'portability', id)
  })
  return router
}

/** Once it has begun it counts as done: a receiver that leaves early may have enough. */
async function sendExport(
  deps: Exporting,
  exported: ExportedAccount,
  { response, ending }: { readonly response: Response; readonly ending: AbortSignal },
): Promise<void> {
  const { now, log } = deps
  const at = now()
  const download = { name: 'mis-datos', extension: 'zip', type: EXPORT_TYPE, at, ending, log }
  await sendDownload(response, download, (signal) =>
    sendZip(exportEntries(deps, exported), { to: response, at, signal }),
  )
}
