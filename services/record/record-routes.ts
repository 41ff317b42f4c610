import { Router, type Response } from 'express'
import { getAccountExpediente, getProfileExpediente, getRecordHead } from '@app/contracts/record.ts'
import { accountStream, signInsStream } from '@app/contracts/accounts.ts'
import { profileStream } from '@app/contracts/profiles.ts'
import { LOWER_CASE_UUID } from '@app/contracts/fields/text.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { profile } from '../profiles/profile.ts'
import { hasEvents, load } from '../kernel/commands.ts'
import { findLastBlock } from './blocks.ts'
import { expediente, signedLines } from './log-file.ts'
import type { Principal } from '../platform/http/access/access-control.ts'
import { guardedFileRoute, route } from '../platform/http/route.ts'
import { createDownloads, whileAllowed } from '../platform/http/downloads.ts'
import type { Ctx, Module } from '../platform/ctx.ts'
import { createHeadLetters } from './head-mail.ts'

export const record = (ctx: Ctx): Module => ({
  routers: [recordRoutes(ctx)],
  letters: createHeadLetters(ctx),
})

function recordRoutes(deps: Ctx): Router {
  const router = Router()
  const { store, record } = deps
  const send = createSender(deps)

  route(router, deps, getRecordHead, async () => ({
    head: (await findLastBlock(record.db))?.head ?? null,
    public_key: record.key.pem,
  }))

  guardedFileRoute(router, deps, getProfileExpediente, async ({ params, response }, principal) => {
    const id = idOf(params)
    const entity = profileStream(id)
    const { state } = await load(store, profile, entity)
    const isOwn = state.status === 'created' && state.ownerId === principal.accountId
    // An administrator reads what a deleted profile was as well.
    if (state.status === 'unknown' || (!isOwn && !principal.account.isAdmin)) throw new Refusal('not-found')
    await send(response, principal, { streams: [entity], name: `perfil_${id}`, isOwn })
  })

  guardedFileRoute(router, deps, getAccountExpediente, async ({ params, response }, principal) => {
    const id = idOf(params)
    const isOwn = id === principal.accountId
    const streams = [accountStream(id), signInsStream(id)] as const
    if ((!isOwn && !principal.account.isAdmin) || !(await hasEvents(store, streams[0])))
      throw new Refusal('not-found')
    await send(response, principal, { streams, name: `cuenta_${id}`, isOwn })
  })
  return router
}

function idOf(params: { readonly id: string }): string {
  const id = params.id.toLowerCase()
  if (!LOWER_CASE_UUID.test(id)) throw new Refusal('not-found')
  return id
}

interface Expediente {
  readonly streams: readonly [string, ...string[]]
  readonly name: string
  readonly isOwn: boolean
}

const TYPE = 'application/x-ndjson; charset=utf-8'

function createSender(deps: Ctx) {
  const { record, store, now, accessControl, recordReading } = deps
  const download = createDownloads(deps)
  return async (response: Response, { accountId }: Principal, wanted: Expediente): Promise<void> => {
    const { streams, name, isOwn } = wanted
    const { authorization } = response.req.headers
    const stillReads = () => accessControl.principal(isOwn ? 'signed-in' : 'admin', authorization)
    if (!isOwn) await recordReading(accountId, { form: 'expediente', entity: streams[0] })
    const entries = expediente({ ...record, codec: store.codec }, { streams, writtenAt: now() })
    const lines = whileAllowed(signedLines(entries, record.key), stillReads)
    const file = { accountId, name: `expediente_${name}`, extension: 'jsonl', type: TYPE }
    await download(response, file, lines)
  }
}
