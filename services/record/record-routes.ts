import { Router, type Response } from 'express'
import { getAccountExpediente, getProfileExpediente, getRecordHead } from '@app/contracts/record.ts'
import { accountStream, signInsStream } from '@app/contracts/accounts.ts'
import { profileStream, slugStream } from '@app/contracts/profiles.ts'
import { LOWER_CASE_UUID } from '@app/contracts/fields/text.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { profile } from '../profiles/profile.ts'
import { hasEvents, load, type Naming } from '../kernel/commands.ts'
import { findLastBlock } from './blocks.ts'
import { expediente, signedLines } from './log-file.ts'
import { readStream, type StreamReading } from '../kernel/codec.ts'
import type { Principal } from '../platform/http/access/access-control.ts'
import { guardedFileRoute, route } from '../platform/http/route.ts'
import { createDownloads, whileAllowed } from '../platform/http/turns.ts'
import { getOwnProfile } from '../profiles/own-profile.ts'
import type { Ctx } from '../platform/ctx.ts'

/** The newest head, and the files that prove a profile's or an account's past by it. */
export function recordRoutes(deps: Ctx): Router {
  const router = Router()
  const { store, record } = deps
  const send = createSender(deps)

  route(router, deps, getRecordHead, async () => ({
    head: (await findLastBlock(record.db))?.head ?? null,
    public_key: record.key.pem,
  }))

  guardedFileRoute(router, deps, getProfileExpediente, async ({ params, response }, principal) => {
    const id = params.id.toLowerCase()
    // An administrator reads what a deleted profile was as well.
    if (!principal.account.isAdmin) await getOwnProfile(store, id, principal)
    const entity = profileStream(id)
    await getStream(id, entity)
    const { state } = await load(store, profile, entity)
    const isOwn = state.status === 'created' && state.ownerId === principal.accountId
    const findStreams = () => streamsOfProfile(deps, id)
    await send(response, principal, { entity, name: `perfil_${id}`, findStreams, isOwn })
  })

  guardedFileRoute(router, deps, getAccountExpediente, async ({ params, response }, principal) => {
    const id = params.id.toLowerCase()
    const isOwn = id === principal.accountId
    if (!isOwn && !principal.account.isAdmin) throw new Refusal('not-found')
    const entity = accountStream(id)
    await getStream(id, entity)
    await send(response, principal, {
      entity,
      name: `cuenta_${id}`,
      findStreams: async () => [entity, signInsStream(id)],
      isOwn,
    })
  })

  /** @throws Refusal not-found */
  async function getStream(id: string, stream: string): Promise<void> {
    if (!LOWER_CASE_UUID.test(id) || !(await hasEvents(store, stream))) throw new Refusal('not-found')
  }
  return router
}

interface Expediente {
  readonly entity: string
  readonly name: string
  /** Within its turn: it may be a long search. */
  readonly findStreams: () => Promise<readonly string[]>
  readonly isOwn: boolean
}

const TYPE = 'application/x-ndjson; charset=utf-8'

function createSender(deps: Ctx) {
  const { record, store, now, accessControl, recordReading } = deps
  const download = createDownloads(deps)
  return async (response: Response, { accountId }: Principal, wanted: Expediente): Promise<void> => {
    const { entity, name, findStreams, isOwn } = wanted
    const { authorization } = response.req.headers
    const stillReads = () => accessControl.principal(isOwn ? 'signed-in' : 'admin', authorization)
    if (!isOwn) await recordReading(accountId, { form: 'expediente', entity })
    async function* lines(): AsyncGenerator<string> {
      const [writtenAt, streams] = [now(), await findStreams()]
      yield* signedLines(expediente({ ...record, codec: store.codec }, { streams, writtenAt }), record.key)
    }
    const file = { accountId, name: `expediente_${name}`, extension: 'jsonl', type: TYPE }
    await download(response, file, whileAllowed(lines(), stillReads))
  }
}

/**
 * The streams that tell a profile's life: its own, and the claims of its addresses. What its visitors did is theirs. The addresses of an erased profile are unknown, and with them their streams.
 */
async function streamsOfProfile({ store, names }: Naming, id: string): Promise<readonly string[]> {
  const { state } = await load(store, profile, profileStream(id))
  const slugs = state.status === 'created' ? [...state.formerSlugs, state.slug] : []
  const claims = slugs.map((slug) => slugStream(names.slug(slug)))
  const existing = await Promise.all(claims.map((stream) => isOf(store, stream, id)))
  return [profileStream(id), ...claims.filter((_, nth) => existing[nth])]
}

async function isOf(store: StreamReading, stream: string, profileId: string): Promise<boolean> {
  const [first] = await readStream(store, stream, { limit: 1 })
  return first?.data.profileId === profileId
}
