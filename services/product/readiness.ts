import { setTimeout as pause } from 'node:timers/promises'
import { isStoreError, type EventStore, type Position } from '@app/contracts/event-store.ts'
import { PARTS, type Part } from '../platform/settings/setting-forms.ts'
import type { ModelStatus } from '../kernel/models/builds.ts'
import type { Ctx } from '../platform/ctx.ts'
import type { Readiness } from '../platform/served/health-routes.ts'
import type { Relay } from './open-kafka.ts'
import type { RunningReminders } from '../reminders/open-reminders.ts'

const PAGES_MS_MAX = 60_000
const POLL_MS = 500

interface Wait extends Pick<Ctx, 'say' | 'waitFor' | 'statusOfModels'> {
  readonly signal: AbortSignal
  readonly sealed: Pick<EventStore, 'headPosition'>
}

/** Waits a minute at most for the read models of public pages, but not for one that is stopped or being rebuilt. */
export async function waitForReadModels(wait: Wait): Promise<void> {
  const { sealed, say, signal, waitFor, statusOfModels } = wait
  let head: Position | undefined
  for (let waitedMs = 0; waitedMs < PAGES_MS_MAX && !signal.aborted; waitedMs += POLL_MS) {
    head ??= await sealed.headPosition().catch(undefinedIfRetryable)
    const status = await statusOfModels().catch(() => [])
    const isAwaited = (model: string): boolean =>
      !status.some((one) => one.projection === model && (one.isMadeAnew || one.state === 'stopped'))
    if (head === undefined) await pause(POLL_MS)
    else if (await waitFor(['profiles', 'accounts'].filter(isAwaited), head, POLL_MS)) return
  }
  say('Las vistas siguen poniéndose al día en segundo plano.')
}

/** A log that does not answer yet must not end the start. */
function undefinedIfRetryable(error: unknown): undefined {
  if (!isStoreError(error) || !error.retryable) throw error
}

interface Running {
  readonly reminders: Pick<RunningReminders, 'isWell'>
  readonly relay: Pick<Relay, 'status'> | undefined
}

/** A process of the api is ready while it can answer, another one while its own parts are not behind. */
export async function readinessOf(ctx: Ctx, { reminders, relay }: Running): Promise<Readiness> {
  const { embedded, statusOfModels, metrics } = ctx
  const { serves } = ctx.settings
  const [appends, head, status] = await Promise.all([
    ctx.takesAppends(),
    ctx.store.log.headPosition().catch(() => undefined),
    statusOfModels().catch(() => []),
  ])
  // In seconds, because positions are opaque and cannot be subtracted.
  for (const { projection, lagSeconds } of status) metrics.lagSeconds.set({ projection }, lagSeconds ?? NaN)
  const database = ctx.logAdapter === 'postgres' ? head !== undefined : await answers(ctx)
  const areSent = reminders.isWell()
  const relayed = relay?.status()
  const isLow = embedded?.space.isLow === true
  const isWell: Readonly<Record<Part, boolean>> = {
    api: [database, appends, head !== undefined, !isLow].every(Boolean),
    // None where they could not be read.
    projections: status.length > 0 && status.every(isFollowed),
    reminders: areSent,
    relay: relayed?.ok ?? true,
  }
  const behind = PARTS.filter((part) => !isWell[part])
  return {
    ready: isReady(isWell, serves),
    parts: {
      ...(behind.length === 0 ? {} : { behind }),
      database: { ok: database, ...(embedded === undefined ? {} : { restarts: embedded.status().restarts }) },
      appends: { ok: appends },
      reminders: { ok: areSent },
      ...(relayed && { relay: relayed }),
      ...(embedded === undefined ? {} : { space: { ok: !isLow, free_bytes: embedded.space.freeBytes } }),
      projections: status.map(({ position, ...rest }) => ({ ...rest, position: String(position) })),
      head: head === undefined ? null : String(head),
    },
  }
}

/** A read model that nobody follows is up to date until the next event. */
const BEHIND_SECONDS_MAX = 60

const isFollowed = ({ state, isMadeAnew, lagSeconds }: ModelStatus): boolean =>
  (state === 'live' || state === 'catching-up') &&
  (isMadeAnew || (lagSeconds !== null && lagSeconds <= BEHIND_SECONDS_MAX))

const isReady = (isWell: Readonly<Record<Part, boolean>>, serves: readonly Part[]): boolean =>
  isWell.api && (serves.includes('api') || serves.every((part) => isWell[part]))

/** With the log outside the database, no other check has queried the database. */
const answers = ({ app }: Ctx): Promise<boolean> =>
  app.query('select').then(
    () => true,
    () => false,
  )
