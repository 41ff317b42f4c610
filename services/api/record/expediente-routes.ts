import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Router, type Response } from 'express'
import {
  getAdminAccountExpediente,
  getMyExpediente,
  getProfileExpediente,
} from '@app/contracts/api/record-calls.ts'
import type { EventStore } from '@app/contracts/event-store.ts'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { profileStream } from '@app/contracts/events/profile-events.ts'
import { LOWER_CASE_UUID } from '@app/contracts/fields/uuid.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { profile } from '@app/domain/profile.ts'
import { load } from '@app/event-store/handle.ts'
import { streamsOfProfile } from '@app/processes/profiles/streams-of-profile.ts'
import { findCoveredStreams, provedEvents, type CollectDeps } from '@app/record/collect-expediente.ts'
import { expedienteLines } from '@app/record/expediente.ts'
import type { Principal } from '../http/access/access-control.ts'
import { createDownloadTurns, sendDownload } from '../http/send-download.ts'
import { whileAllowed } from '../http/while-allowed.ts'
import { guardedFileRoute } from '../http/route.ts'
import { getOwnProfile } from '../profiles/own-profile.ts'
import type { RecordDeps } from './record-deps.ts'

const UNSEALED = 'Los últimos cambios todavía no están sellados. Inténtalo de nuevo en unos segundos.'
const SEALED_SOON_SECONDS = 3
const TYPE = 'application/x-ndjson; charset=utf-8'

/** One at a time per process: each event is proved by reads of the tree, while visitors wait for pages. */
export function expedienteRoutes(deps: RecordDeps): Router {
  const router = Router()
  const { store } = deps
  const send = createSender(deps)

  guardedFileRoute(router, deps, getProfileExpediente, async ({ params, response }, principal) => {
    const id = params.id.toLowerCase()
    // An administrator reads what a deleted profile was as well.
    if (!principal.account.isAdmin) await getOwnProfile(store, id, principal)
    await getStream(store, id, profileStream(id))
    const { state } = await load(store, profile, profileStream(id))
    const isOwn = state.status === 'created' && state.ownerId === principal.accountId
    if (!isOwn)
      await deps.recordReading(principal.accountId, { form: 'expediente', entity: profileStream(id) })
    const findStreams = () => streamsOfProfile(deps, id)
    await send(response, principal, { name: `perfil_${id}`, findStreams, isOwn })
  })

  guardedFileRoute(router, deps, getMyExpediente, async ({ response }, principal) => {
    const stream = accountStream(principal.accountId)
    await send(response, principal, { name: 'cuenta', findStreams: async () => [stream], isOwn: true })
  })

  guardedFileRoute(router, deps, getAdminAccountExpediente, async ({ params, response }, principal) => {
    const id = params.id.toLowerCase()
    await getStream(store, id, accountStream(id))
    await deps.recordReading(principal.accountId, { form: 'expediente', entity: accountStream(id) })
    await send(response, principal, {
      name: `cuenta_${id}`,
      findStreams: async () => [accountStream(id)],
      isOwn: false,
    })
  })
  return router
}

/** @throws Refusal not-found */
async function getStream(store: EventStore, id: string, stream: string): Promise<void> {
  if (!LOWER_CASE_UUID.test(id) || (await store.head(stream)) === 'noStream') throw new Refusal('not-found')
}

interface Expediente {
  readonly name: string
  /** Within its turn: an account's may be a long search. */
  readonly findStreams: () => Promise<readonly string[]>
  readonly isOwn: boolean
}

/** A reader who takes it slowly delays others for a minute at most. */
function createSender(deps: RecordDeps) {
  const inTurn = createDownloadTurns(deps.monotonicMs)
  return (response: Response, { accountId }: Principal, expediente: Expediente): Promise<void> =>
    inTurn(accountId, response, (ending) => sendExpediente(deps, response, { ...expediente, ending }))
}

async function sendExpediente(
  deps: RecordDeps,
  response: Response,
  { name, findStreams, isOwn, ending }: Expediente & { readonly ending: AbortSignal },
): Promise<void> {
  const { record, store, now, pause, log } = deps
  const collecting: CollectDeps = { record, opened: store, pause }
  const streams = await findStreams()
  const covered = await findCoveredStreams(collecting, streams)
  if (covered === undefined)
    throw new Refusal('unavailable', UNSEALED, { retryAfterSeconds: SEALED_SOON_SECONDS })
  const at = now()
  const { seal, ends } = covered
  const head = { stream: streams[0]!, streams, ends, writtenAt: at, vkey: seal.vkey }
  const download = { name: `expediente_${name}`, extension: 'jsonl', type: TYPE, at, ending, log }
  await sendDownload(response, download, async (signal) => {
    const lines = expedienteLines(head, provedEvents(collecting, streams, covered), record.signer)
    const allowed = whileAllowed(lines, () => stillReads(deps, response, isOwn))
    await pipeline(Readable.from(allowed), response, { signal })
  })
}

const stillReads = (
  { accessControl }: RecordDeps,
  { req: { headers } }: Response,
  isOwn: boolean,
): Promise<unknown> =>
  isOwn ? accessControl.signedIn(headers.authorization) : accessControl.admin(headers.authorization)
