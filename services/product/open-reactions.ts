import { loginReaction } from '../accounts/claim-identity.ts'
import { randomBytes } from 'node:crypto'
import type { MailboxParts } from '../privacy/rights/mailbox-act-route.ts'
import { createConcurrencyLimiter } from '../platform/concurrency/concurrency-limiter.ts'
import { mailboxRequestReaction } from '../privacy/rights/mailbox-acts.ts'
import { createRightsLinks } from '../privacy/rights/rights-links.ts'
import type { Erasures } from './open-erasures.ts'
import type { Actor } from '@app/contracts/event-store.ts'
import { emailReaction } from '../accounts/change-email.ts'
import { blockReaction } from '../privacy/rights/block-subject.ts'
import { evenFrozen } from '../kernel/codec.ts'
import { recurring, type Job } from '../kernel/jobs.ts'
import { withFreeAdvisoryLock } from '../platform/postgres/advisory-lock.ts'
import {
  eraseExpired,
  RETENTION_LOCK,
  type ExpiredKind,
  believedTime,
} from '../privacy/erasures/retention.ts'
import { shred } from '../privacy/erasures/shred.ts'
import { slugReaction } from '../profiles/change-slug.ts'
import { startReactions, type Reaction } from '../kernel/reaction.ts'
import { REACTIONS } from '../accounts/reactions.ts'
import { deletionReaction, conversionReaction } from '../reminders/ending-reactions.ts'
import { blockDepsOf, erasingDepsOf } from './backend/erasing-deps.ts'
import type { Ctx } from '../platform/ctx.ts'

/** Completes follow-ups in a second stream, and erasures, after a crash. */
export function openReactions(
  { backend, besideDatabase, waitFor, polls, log, onStop, tuning }: Ctx,
  erasureReactions: readonly Reaction[],
  requestMail: Parameters<typeof emailReaction>[0],
): void {
  const { projector: db, store, keys, names, now, newId } = backend
  const rows = { db: backend.reader, waitFor }
  const following = {
    db,
    polls,
    store,
    names,
    now,
    newId,
    ...(tuning?.reactionGraceMs === undefined ? {} : { graceMs: tuning.reactionGraceMs }),
    onTrouble: (reaction: string, error: Error) => log.warn({ reaction, err: error }, 'reaction trouble'),
  }
  const shredding = {
    store: evenFrozen(store),
    keys,
    ledger: besideDatabase.ledger,
    now,
    newId,
  }
  const reactions = startReactions(following, [
    ...REACTIONS,
    conversionReaction(rows),
    deletionReaction(rows),
    blockReaction(backend),
    ...erasureReactions,
  ])
  // Slugs, e-mails and logins are words of a person: their claims are finished although nobody may read them.
  const ofWords = startReactions({ ...following, store: evenFrozen(store) }, [
    slugReaction({ shred: (subject, actor) => shred(shredding, subject, actor) }),
    loginReaction,
    emailReaction(requestMail),
  ])
  onStop(async () => void (await Promise.all([reactions.stop(), ofWords.stop()])))
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

export interface MailboxRights {
  readonly calls: MailboxParts
  readonly reaction: Reaction
}

/** Each holds one of the few connections while it uses others. */
const MAILBOXES_AT_ONCE = 2
const MAILBOXES_WAITING_MAX = 20

/** Acts of people on what their mailbox proves, and what finishes them after a crash. */
export function openMailbox(
  { backend, besideDatabase, tuning }: Ctx,
  { eraseOwn }: Pick<Erasures, 'eraseOwn'>,
): MailboxRights {
  const { app, keys, now, subjects } = backend
  const fewAtOnce = createConcurrencyLimiter({ atOnce: MAILBOXES_AT_ONCE, waitingMax: MAILBOXES_WAITING_MAX })
  const erasing = erasingDepsOf(backend, besideDatabase)
  const links = createRightsLinks({ db: app, keys, random: randomBytes, now })
  const acts = { ...blockDepsOf(backend), ...erasing, subjects, links, eraseOwn }
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
