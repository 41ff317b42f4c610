import type { RequestListener } from 'node:http'
import { Router } from 'express'
import { Refusal } from '@app/contracts/refusals.ts'
import { withTimeout } from '../concurrency/concurrency-limiter.ts'
import { postCrash } from '@app/contracts/api/crashes.ts'
import { route } from '../http/route.ts'
import type { Ctx } from '../ctx.ts'

export interface Readiness {
  readonly ready: boolean
  readonly parts: Readonly<Record<string, unknown>>
}

const HEALTH_WAIT_MS_MAX = 2_000
const NOT_READY: Readiness = { ready: false, parts: {} }

const within = <Value>(work: Promise<Value>, otherwise: Value): Promise<Value> =>
  withTimeout(
    work.catch(() => otherwise),
    HEALTH_WAIT_MS_MAX,
    () => otherwise,
  )

function sharedWhilePending<Value>(work: () => Promise<Value>): () => Promise<Value> {
  let pending: Promise<Value> | undefined
  return () => (pending ??= work().finally(() => (pending = undefined)))
}

/** `healthz`: the process runs. `readyz`: it can do its work; operators also see which part cannot. */
export function healthRoutes(
  ctx: Pick<Ctx, 'store' | 'logAdapter' | 'metrics' | 'mayMonitor'>,
  readiness: () => Promise<Readiness>,
): Router {
  const { store, logAdapter, mayMonitor } = ctx
  const { registry } = ctx.metrics
  const router = Router()
  // Anybody may request it: a crowd costs as many statements as one. A check that hangs must not block later requests.
  const askLog = sharedWhilePending(() =>
    within(
      store.log.headPosition().then(() => true),
      false,
    ),
  )
  const askReadiness = sharedWhilePending(() => within(readiness(), NOT_READY))
  router.get('/healthz', (_request, response) => {
    response.json({ status: 'ok' })
  })
  router.get('/readyz', async (request, response) => {
    const isLogThere = await askLog()
    const { ready, parts } = await askReadiness()
    const isReady = ready && isLogThere
    response.status(isReady ? 200 : 503).json({
      status: isReady ? 'ready' : 'not-ready',
      ...(mayMonitor(request) ? { event_log: { adapter: logAdapter, ok: isLogThere }, ...parts } : {}),
    })
  })
  router.get('/metrics', async (request, response) => {
    if (!mayMonitor(request)) throw new Refusal('not-found')
    // Called because it also sets the gauges of the lag.
    await askReadiness()
    response.type(registry.contentType).send(await registry.metrics())
  })
  return router
}

/** A process without the api answers those who watch over it, and nobody else. */
const STATUS_PATH = /^\/(?:healthz|readyz|metrics)(?:\?|$)/
export const statusOnly =
  (answer: RequestListener): RequestListener =>
  (request, response) => {
    if (STATUS_PATH.test(request.url ?? '')) answer(request, response)
    else response.writeHead(404).end()
  }

export function crashRoutes(deps: Ctx): Router {
  const router = Router()
  route(router, deps, postCrash, async ({ body }) => {
    const id = deps.newId()
    deps.log.error({ crashId: id, ...body }, 'client crashed')
    return { id }
  })
  return router
}
