import { join } from 'node:path'
import { isStoreError } from '@app/contracts/event-store.ts'
import type { ImageKind } from '@app/contracts/profiles.ts'
import { unreadableAdvice } from '../kernel/log/open-store.ts'
import { untilAnswered } from '../platform/postgres/connection.ts'
import { applyErasures } from '../privacy/erasures/erase-again.ts'
import { finishShredding } from '../privacy/erasures/shred.ts'
import { waitForReadModels } from './readiness.ts'
import { createProduct } from './create-product.ts'
import type { Administrator } from './first-start/bootstrap.ts'
import { ensureDemoPictures, ensureFirstContent } from './first-start/first-content.ts'
import { readDemoPicture } from './first-start/rendered-pictures.ts'
import { createPictureRefs } from '../kernel/keys/keyed-ids.ts'
import type { Composed } from './compose.ts'
import { startDemoTraffic } from './demo-traffic.ts'

const STARTING = { kind: 'system', id: 'start' } as const
const REQUESTS_MS_MAX = 4_000

/** The parts that `SERVE` names. @returns undefined without the api, which alone has duties at a start */
export async function startProduct(ctx: Composed): Promise<Administrator | undefined> {
  const { settings, log, server, say, onStop } = ctx
  const administrator = settings.serves.includes('api')
    ? await untilAnswered(() => doDuties(ctx), ctx)
    : undefined
  const answer = createProduct(ctx)
  say('Poniendo al día las vistas…')
  await waitForReadModels(ctx)
  server.serve(answer)
  onStop(() => server.stop(REQUESTS_MS_MAX))
  // Streams never end by themselves, and the server would wait for each.
  onStop(ctx.live.stop)
  if (administrator !== undefined && settings.demo)
    onStop(startDemoTraffic({ store: ctx.store, say, log }).stop)
  return administrator
}

/** Concurrent processes do each duty once. */
async function doDuties(ctx: Composed): Promise<Administrator | undefined> {
  const { settings } = ctx
  const administrator = await ensureFirstContent(ctx, {
    email: settings.adminEmail,
    password: settings.adminPassword,
  }).catch((error: unknown) => {
    if (!isStoreError(error, 'Corrupt')) throw error
    ctx.say(unreadableAdvice(error))
    return undefined
  })
  await setDemoPictures(ctx)
  await finishErasures(ctx)
  return administrator
}

async function setDemoPictures(ctx: Composed): Promise<void> {
  const refOf = createPictureRefs(ctx.idKeys)
  const pictureOf = async (kind: ImageKind) => {
    const image = await readDemoPicture(join(ctx.dist, 'demo-pictures'), kind)
    return { ...image, ref: refOf(image.ref) }
  }
  await ensureDemoPictures({ ...ctx, pictureOf }).catch((error: unknown) =>
    ctx.log.warn({ err: error }, 'pictures of the demo profile could not be set'),
  )
}

/** Runs before any call: completes interrupted erasures, and repeats what a restored backup took back. */
async function finishErasures({ erasing, say }: Composed): Promise<void> {
  await finishShredding(erasing, STARTING)
  const erased = await applyErasures(erasing, STARTING)
  if (erased > 0)
    say(`${erased} llaves que ya se habían destruido volvieron con un respaldo: se destruyeron otra vez.`)
}
