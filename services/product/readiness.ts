import type { Readiness } from '../platform/served/health-routes.ts'
import { PARTS, type Part } from '../platform/settings/setting-forms.ts'
import { missingParts } from './process-parts.ts'
import type { Relay } from './open-kafka.ts'
import type { RunningReminders } from './open-reminders.ts'
import type { Ctx } from '../platform/ctx.ts'

/** Read models that follow Kafka read the log before. */
const RELAY_LAG_SECONDS_MAX = 30

interface Running {
  readonly reminders: Pick<RunningReminders, 'isWell'>
  readonly relay: Pick<Relay, 'status'> | undefined
}

/**
 * Reports part by part whether the product works. A process of the api is ready while it can answer, because a proxy
 * would otherwise send people nowhere; another one while its own parts are not behind.
 */
export async function readinessOf(ctx: Ctx, { reminders, relay }: Running): Promise<Readiness> {
  const { embedded, statusOfModels, metrics } = ctx
  const { serves } = ctx.settings
  const [appends, head, missing, status] = await Promise.all([
    ctx.takesAppends(),
    ctx.store.log.headPosition().catch(() => undefined),
    missingParts(ctx.reader).catch(() => undefined),
    statusOfModels().catch(() => []),
  ])
  // In seconds, because positions are opaque and cannot be subtracted.
  for (const { projection, lagSeconds } of status) metrics.lagSeconds.set({ projection }, lagSeconds ?? NaN)
  if (missing !== undefined)
    for (const part of PARTS) metrics.partMissing.set({ part }, Number(missing.includes(part)))
  const database = ctx.logAdapter === 'postgres' ? head !== undefined : await answers(ctx)
  const areSent = reminders.isWell()
  const relayed = relayReadiness(relay)
  const isLow = embedded?.space.isLow === true
  const isWell: Readonly<Record<Part, boolean>> = {
    api: [database, appends, head !== undefined, !isLow].every(Boolean),
    projections: areFollowed(status, missing),
    reminders: areSent,
    relay: relayed?.ok ?? true,
  }
  return {
    ready: isReady(isWell, serves),
    parts: {
      ...listed(
        'behind',
        PARTS.filter((part) => !isWell[part]),
      ),
      database: { ok: database, ...(embedded === undefined ? {} : { restarts: embedded.status().restarts }) },
      appends: { ok: appends },
      reminders: { ok: areSent },
      ...(relayed && { relay: relayed }),
      ...(embedded === undefined ? {} : { space: { ok: !isLow, free_bytes: embedded.space.freeBytes } }),
      projections: status.map(({ position, ...rest }) => ({ ...rest, position: String(position) })),
      head: head === undefined ? null : String(head),
      ...listed('missing_parts', missing),
    },
  }
}

/** Rows that nobody moves are up to date until the next event. */
const areFollowed = (
  status: Awaited<ReturnType<Ctx['statusOfModels']>>,
  missing: readonly Part[] = ['projections'],
): boolean =>
  !missing.includes('projections') && status.every(({ state }) => state === 'live' || state === 'catching-up')

const isReady = (isWell: Readonly<Record<Part, boolean>>, serves: readonly Part[]): boolean =>
  isWell.api && (serves.includes('api') || serves.every((part) => isWell[part]))

const listed = (name: string, parts: readonly Part[] = []) => (parts.length === 0 ? {} : { [name]: parts })

/** Of a process that has one. */
function relayReadiness(relay: Running['relay']) {
  if (relay === undefined) return undefined
  const { isRefused, lagSeconds } = relay.status()
  const ok = !isRefused && lagSeconds <= RELAY_LAG_SECONDS_MAX
  return { ok, lag_seconds: Math.round(lagSeconds) }
}

/** With the log outside the database, no other check has queried the database. */
const answers = ({ app }: Ctx): Promise<boolean> =>
  app.query('select').then(
    () => true,
    () => false,
  )
