import { Router, type Response } from 'express'
import { REGISTRY } from '@app/contracts/registry.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { findSealedTile } from '@app/record/tree/sealed-tile.ts'
import { bytesOfHashes, parseTilePath, TILE_WIDTH, type TileName } from '@app/record/tree/tiles.ts'
import { findNewestSeal, listTrustedKeys } from '@app/record/trusted-seals.ts'
import { sendPage } from '../http/compression/send-page.ts'
import { limitedPage } from '../http/limits/call-lease.ts'
import type { RecordDeps } from './record-deps.ts'

/** One quota for all of it. */
const LIMIT_NAME = 'registro'
const FOR_EVER = 'public, max-age=31536000, immutable'
const FOR_AN_HOUR = 'public, max-age=3600'

/**
 * What anybody may read of the sealed log (https://c2sp.org/tlog-tiles): checkpoint and hashes. Entries are never served:
 * they name people's accounts and say when they did what.
 */
export function registryRoutes(deps: RecordDeps): Router {
  const router = Router()
  const { record, renderer, publicUrl } = deps

  router.get(REGISTRY.path, async (request, response) => {
    const [seal, vkeys] = await limitedPage(deps, LIMIT_NAME, { request, response }, () =>
      Promise.all([findNewestSeal(record), listTrustedKeys(record)]),
    )
    const newest = seal && { size: seal.size, madeAt: seal.madeAt.toISOString() }
    const page = renderer.registry({ vkey: record.signer.vkey, vkeys, newest }, { publicUrl })
    sendPage(response, page, [['Cache-Control', 'no-cache']])
  })

  router.get(REGISTRY.checkpointPath, async (request, response) => {
    const seal = await limitedPage(deps, LIMIT_NAME, { request, response }, () => findNewestSeal(record))
    if (seal === undefined) throw new Refusal('not-found')
    response.setHeader('Cache-Control', 'no-store')
    response.type('text/plain; charset=utf-8').send(seal.checkpoint)
  })

  router.get(`${REGISTRY.path}/tile/*path`, async (request, response) => {
    const path = [request.params.path ?? []].flat().join('/')
    const name = parseTilePath(`tile/${path}`)
    if (name === undefined) throw new Refusal('not-found')
    const hashes = await limitedPage(deps, LIMIT_NAME, { request, response }, () =>
      findSealedTile(record, name),
    )
    if (hashes === undefined) throw new Refusal('not-found')
    sendTile(response, bytesOfHashes(hashes), name)
  })
  return router
}

function sendTile(response: Response, bytes: Buffer, { width }: TileName): void {
  response.setHeader('Cache-Control', width === TILE_WIDTH ? FOR_EVER : FOR_AN_HOUR)
  response.type('application/octet-stream').send(bytes)
}
