import { Router } from 'express'
import { Refusal } from '@app/contracts/refusals.ts'
import { withTimeout } from '../concurrency/concurrency-limiter.ts'
import { postCrash } from '@app/contracts/api/crashes.ts'
import type { Events } from '../../kernel/commands.ts'
import { route } from '../http/route.ts'
import type { Ctx } from '../ctx.ts'

export interface Readiness {
  readonly ready: boolean
  readonly parts: Readonly<Record<string, unknown>>
}

const HEALTH_WAIT_MS_MAX = 2_000
const SILENT_LOG = { ok: false, latencyMs: HEALTH_WAIT_MS_MAX }
const NOT_READY: Readiness = { ready: false, parts: {} }

const within = <Value>(work: Promise<Value>, otherwise: Value): Promise<Value> =>
  withTimeout(
    work.catch(() => otherwise),
    HEALTH_WAIT_MS_MAX,
    () => otherwise,
  )

async function healthOf({ log }: Events): Promise<typeof SILENT_LOG> {
  const startedMs = performance.now()
  await log.headPosition()
  return { ok: true, latencyMs: performance.now() - startedMs }
}

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
  // Anybody may request it, as often as they like: a crowd costs as many statements as one request.
  // Each check has a time limit, or later requests would wait behind one that hangs.
  const askLog = sharedWhilePending(() => within(healthOf(store), SILENT_LOG))
  const askReadiness = sharedWhilePending(() => within(readiness(), NOT_READY))
  router.get('/healthz', (_request, response) => {
    response.json({ status: 'ok' })
  })
  router.get('/readyz', async (request, response) => {
    const log = await askLog()
    const { ready, parts } = await askReadiness()
    const isReady = ready && log.ok
    response.status(isReady ? 200 : 503).json({
      status: isReady ? 'ready' : 'not-ready',
      ...(mayMonitor(request) ? { event_log: { adapter: logAdapter, ...log }, ...parts } : {}),
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

export function crashRoutes(deps: Ctx): Router {
  const router = Router()
  route(router, deps, postCrash, async ({ body }) => {
    const id = deps.newId()
    deps.log.error({ crashId: id, ...body }, 'client crashed')
    return { id }
  })
  return router
}
