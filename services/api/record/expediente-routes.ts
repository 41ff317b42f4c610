import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Router, type Response } from 'express'
import {
  getAdminAccountExpediente,
  getMyExpediente,
  getProfileExpediente,
} from '@app/contracts/api/record-calls.ts'
import { dayInSantiago } from '@app/contracts/calendar.ts'
import type { EventStore } from '@app/contracts/event-store.ts'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { profileStream } from '@app/contracts/events/profile-events.ts'
import { LOWER_CASE_UUID } from '@app/contracts/fields/uuid.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { newestOf } from '@app/event-store/states/newest-of.ts'
import type { Log } from '@app/observability/log.ts'
import { streamsOfProfile } from '@app/processes/profiles/streams-of-profile.ts'
import type { Naming } from '@app/processes/named-streams.ts'
import {
  findCoveringSeal,
  provedEvents,
  type CollectDeps,
  type Streams,
} from '@app/record/collect-expediente.ts'
import { expedienteLines } from '@app/record/expediente.ts'
import type { SealedRecord } from '@app/record/sealed-record.ts'
import { guardedFileRoute, type RouteDeps } from '../http/route.ts'
import { getOwnProfile } from '../profiles/own-profile.ts'

export interface ExpedienteDeps extends RouteDeps, Naming {
  readonly record: SealedRecord
  readonly store: EventStore
  readonly now: () => Date
  readonly pause: (ms: number) => Promise<unknown>
  readonly log: Pick<Log, 'warn'>
}

const BUSY = 'Estamos preparando otro expediente. Inténtalo de nuevo en un momento.'
const UNSEALED = 'Los últimos cambios todavía no están sellados. Inténtalo de nuevo en unos segundos.'
const RETRY_SECONDS = 15
const SEALED_SOON_SECONDS = 3
/** A receiver that reads nothing for so long has gone. */
const STALLED_MS_MAX = 30_000
const EXPORT_MS_MAX = 10 * 60_000

/** One at a time per process: each event is proved by reads of the tree, while visitors wait for pages. */
export function expedienteRoutes(deps: ExpedienteDeps): Router {
  const router = Router()
  const { store } = deps
  const send = createSender(deps)

  guardedFileRoute(router, deps, getProfileExpediente, async ({ params, response }, principal) => {
    const id = params.id.toLowerCase()
    // An administrator reads what a deleted profile was as well.
    if (!principal.account.isAdmin) await getOwnProfile(store, id, principal)
    await getStream(store, id, profileStream(id))
    await send(response, `perfil_${id}`, { names: await streamsOfProfile(deps, id) })
  })

  guardedFileRoute(router, deps, getMyExpediente, async ({ response }, { accountId }) => {
    const stream = accountStream(accountId)
    // A former holder of the e-mail is another person.
    const registered = await newestOf(store, stream, 'AccountRegistered')
    await send(response, 'cuenta', { names: [stream], from: registered?.revision ?? 0n })
  })

  guardedFileRoute(router, deps, getAdminAccountExpediente, async ({ params, response }) => {
    const id = params.id.toLowerCase()
    await getStream(store, id, accountStream(id))
    await send(response, `cuenta_${id}`, { names: [accountStream(id)] })
  })
  return router
}

/** @throws Refusal not-found */
async function getStream(store: EventStore, id: string, stream: string): Promise<void> {
  if (!LOWER_CASE_UUID.test(id) || (await store.head(stream)) === 'noStream') throw new Refusal('not-found')
}

function createSender(deps: ExpedienteDeps) {
  let isBusy = false
  return async (response: Response, name: string, streams: Streams): Promise<void> => {
    if (isBusy) throw new Refusal('unavailable', BUSY, { retryAfterSeconds: RETRY_SECONDS })
    isBusy = true
    try {
      await sendExpediente(deps, response, { name, streams })
    } finally {
      isBusy = false
    }
  }
}

async function sendExpediente(
  { record, store, now, pause, log }: ExpedienteDeps,
  response: Response,
  { name, streams }: { readonly name: string; readonly streams: Streams },
): Promise<void> {
  const collecting: CollectDeps = { record, opened: store, pause }
  const seal = await findCoveringSeal(collecting, streams.names)
  if (seal === undefined)
    throw new Refusal('unavailable', UNSEALED, { retryAfterSeconds: SEALED_SOON_SECONDS })
  const at = now()
  const head = { stream: streams.names[0]!, streams: streams.names, writtenAt: at, vkey: seal.vkey }
  response.attachment(`expediente_${name}_${dayInSantiago(at.getTime())}.jsonl`)
  response.type('application/x-ndjson; charset=utf-8')
  response.setTimeout(STALLED_MS_MAX, () => response.destroy())
  try {
    const lines = expedienteLines(head, provedEvents(collecting, streams, seal), record.signer)
    await pipeline(Readable.from(lines), response, { signal: AbortSignal.timeout(EXPORT_MS_MAX) })
  } catch (error) {
    log.warn({ err: error }, 'an expediente ended early')
  }
}
