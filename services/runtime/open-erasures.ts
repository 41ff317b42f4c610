import { randomBytes } from 'node:crypto'
import type { Actor } from '@app/contracts/event-store.ts'
import type { Reaction } from '@app/processes/reactions/reaction.ts'
import { createConcurrencyLimiter } from '@app/concurrency/concurrency-limiter.ts'
import { withTimeout } from '@app/concurrency/with-timeout.ts'
import { requestErasure } from '@app/processes/accounts/change-administrators.ts'
import { finishErasure } from '@app/processes/erasures/erase-account.ts'
import { eraseDeleted } from '@app/processes/erasures/erase-profile.ts'
import {
  erasureReaction,
  profileErasureReaction,
  untilGone,
} from '@app/processes/erasures/finish-erasures.ts'
import { deleteProfile } from '@app/processes/profiles/delete-profile.ts'
import type { MailboxParts } from '@app/api/rights/opened-mailbox.ts'
import { withFreeAdvisoryLock } from '@app/postgres/advisory-lock.ts'
import { mailboxRequestReaction } from '@app/processes/rights/mailbox-acts.ts'
import { createRightsLinks } from '@app/vault/mails/rights-links.ts'
import { recurring, type Job } from '@app/kernel/jobs.ts'
import { eraseExpired, RETENTION_LOCK, type ExpiredKind } from '@app/processes/erasures/retention.ts'
import { believedTime } from '@app/processes/erasures/retention-clock.ts'
import { erasingDepsOf, blockDepsOf } from './backend/erasing-deps.ts'
import type { Ctx } from './ctx.ts'

export interface Erasures {
  readonly reactions: readonly Reaction[]
  /**
   * Closes the account. @returns whether it is erased already; otherwise a reaction completes the erasure
   * @param actor the signed-in owner unless said otherwise @throws Refusal last-administrator, before anything is done
   */
  readonly eraseOwn: (accountId: string, actor?: Actor) => Promise<boolean>
  /** Deletes the profile. @returns whether it is erased already; otherwise a reaction completes the erasure */
  readonly eraseProfile: (profileId: string, actor: Actor) => Promise<boolean>
}

/** One erasure uses two of the few connections for seconds. */
const ERASED_AT_ONCE = 1
const WAITING_MAX = 20
/** Proxies give up on calls that take longer. */
const ANSWER_MS_MAX = 20_000

export function openErasures({ backend, besideDatabase, log, tuning }: Ctx): Erasures {
  const deps = erasingDepsOf(backend, besideDatabase)
  const erasing = { ...deps, pause: tuning?.erasurePause ?? deps.pause }
  const oneByOne = createConcurrencyLimiter({ atOnce: ERASED_AT_ONCE, waitingMax: WAITING_MAX })
  const finish = (accountId: string, actor: Actor): Promise<void> =>
    oneByOne(() => finishErasure(erasing, accountId, actor))
  const finishProfile = async (profileId: string, deletedAt: string, actor: Actor): Promise<void> => {
    await untilGone(erasing, deletedAt)
    await oneByOne(() => eraseDeleted(erasing, [profileId], actor))
  }
  const isFinished = (work: Promise<void>): Promise<boolean> => {
    const finishing = work.then(
      () => true,
      (error: unknown) => {
        log.warn({ err: error }, 'an erasure was left to its reaction')
        return false
      },
    )
    return withTimeout(finishing, ANSWER_MS_MAX, () => false)
  }
  return {
    reactions: [erasureReaction(finish), profileErasureReaction(finishProfile)],
    eraseOwn: async (accountId, actor = { kind: 'owner', id: accountId }) => {
      await requestErasure(erasing, accountId, actor)
      return isFinished(finish(accountId, actor))
    },
    eraseProfile: async (profileId, actor) => {
      await deleteProfile(erasing, profileId, actor)
      return isFinished(finishProfile(profileId, erasing.now().toISOString(), actor))
    },
  }
}

export interface MailboxRights {
  readonly calls: MailboxParts
  readonly reaction: Reaction
}

/** Each holds one of the few connections while it uses others. */
const MAILBOXES_AT_ONCE = 2

/** Acts of people on what their mailbox proves, and what finishes them after a crash. */
export function openMailbox(
  { backend, besideDatabase, tuning }: Ctx,
  { eraseOwn }: Pick<Erasures, 'eraseOwn'>,
): MailboxRights {
  const { app, keys, now, subjects } = backend
  const fewAtOnce = createConcurrencyLimiter({ atOnce: MAILBOXES_AT_ONCE, waitingMax: WAITING_MAX })
  const erasing = erasingDepsOf(backend, besideDatabase)
  const links = createRightsLinks({ db: app, keys, random: randomBytes, now })
  const acts = { ...blockDepsOf(backend, besideDatabase), ...erasing, subjects, links, eraseOwn }
  return {
    calls: {
      acts,
      links,
      whileAlone: (mailboxId, work) =>
        fewAtOnce(() => withFreeAdvisoryLock(app, `erasing mailbox ${mailboxId}`, work)),
    },
    reaction: mailboxRequestReaction({ ...acts, pause: tuning?.erasurePause ?? erasing.pause }),
  }
}

/** At most so long after its day begins, what is due is erased. */
const POLL_MS = 3_600_000
const ACTOR: Actor = { kind: 'system', id: 'retention' }

type Used = Pick<Ctx, 'backend' | 'besideDatabase' | 'log' | 'securityLog' | 'jobs'> & {
  readonly settings: Pick<Ctx['settings'], 'retention'>
}

/** Erases whatever's period is over each hour, in one process at a time. */
export function openRetention(ctx: Used): void {
  ctx.jobs.work({
    ...recurring('retention', POLL_MS, ({ assertHeld }, signal) => passAlone(ctx, { assertHeld, signal })),
    firstInMs: 0,
  })
}

async function passAlone(
  { backend, besideDatabase, settings, securityLog, log }: Used,
  { assertHeld, signal }: Pick<Job, 'assertHeld'> & { readonly signal: AbortSignal },
): Promise<void> {
  const { app, now, monotonicMs } = backend
  await withFreeAdvisoryLock(app, RETENTION_LOCK, async (lock) => {
    const { at, isBehindClock } = await believedTime(app, { now: now(), mayStep: true })
    if (isBehindClock)
      log.warn(
        { believed: at.toISOString() },
        'the clock leapt or the product stood still: retention follows by a day an hour',
      )
    const erased = new Map<ExpiredKind, number>()
    try {
      await eraseExpired(
        {
          ...erasingDepsOf(backend, besideDatabase),
          ...besideDatabase,
          monotonicMs,
          assertAlone: async () => {
            await assertHeld()
            await lock.assertHeld()
          },
        },
        {
          periods: settings.retention,
          asOf: at,
          actor: ACTOR,
          signal,
          onErased: (kind, count) => erased.set(kind, (erased.get(kind) ?? 0) + count),
        },
      )
    } finally {
      for (const [kind, count] of erased)
        securityLog({ event: 'retention-erased', by: 'settings', reason: kind, count })
    }
  })
}
