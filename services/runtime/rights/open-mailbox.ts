import { randomBytes } from 'node:crypto'
import type { MailboxParts } from '@app/api/rights/mailbox/mailbox-deps.ts'
import type { ReadModel } from '@app/contracts/read-models.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { blockSubject, unblockSubject } from '@app/processes/rights/block-subject.ts'
import { createConcurrencyLimiter } from '@app/concurrency/concurrency-limiter.ts'
import { withFreeAdvisoryLock } from '@app/postgres/advisory-lock.ts'
import { mailboxRequestReaction } from '@app/processes/rights/finish-mailbox-request.ts'
import type { MailboxActsDeps } from '@app/processes/rights/mailbox-acts.ts'
import type { Reaction } from '@app/processes/reactions/reaction.ts'
import { findPerson, peopleOfMailbox } from '@app/projections/people/queries.ts'
import { confirmedVisitorsOf } from '@app/projections/requests/queries.ts'
import type { ProjectionProgress } from '@app/projections/runtime/progress.ts'
import { createRightsLinks } from '@app/vault/mails/rights-links.ts'
import { blockDepsOf, erasingDepsOf } from '../backend/erasing-deps.ts'
import type { Erasures } from '../open-erasures.ts'
import type { ProductDeps } from '../product-deps.ts'

export interface MailboxRights {
  readonly calls: MailboxParts
  readonly reaction: Reaction
}

const ROWS_MS_MAX = 2_000
/** They name people, whom a request confirmed, and what visitors are called outside. */
const ROWS: readonly ReadModel[] = ['people', 'requests', 'visitors']
/** Each holds one of the few connections while it uses others. */
const ERASED_AT_ONCE = 2
const WAITING_MAX = 20

/** Acts of people on what their mailbox proves, and what finishes them after a crash. */
export function openMailbox(
  { backend, besideDatabase, settings, tuning }: ProductDeps,
  progress: ProjectionProgress,
  { eraseOwn }: Pick<Erasures, 'eraseOwn'>,
): MailboxRights {
  const { app, reader: db, evenBlocked, now } = backend
  const blocking = blockDepsOf(backend, besideDatabase)
  const fewAtOnce = createConcurrencyLimiter({ atOnce: ERASED_AT_ONCE, waitingMax: WAITING_MAX })
  const erasing = erasingDepsOf(backend, besideDatabase)
  const rowsUpTo: MailboxActsDeps['rowsUpTo'] = async (position) => {
    if (!(await progress.waitFor(position, ROWS_MS_MAX, ROWS))) throw new Refusal('unavailable')
  }
  const finding: Pick<MailboxActsDeps, 'confirmedVisitorsOf' | 'findPerson' | 'peopleOfMailbox'> = {
    confirmedVisitorsOf: (mailboxId) => confirmedVisitorsOf({ db }, mailboxId),
    findPerson: (subject) => findPerson({ db }, subject),
    peopleOfMailbox: (mailboxId, limit, until) => peopleOfMailbox({ db }, mailboxId, limit, until),
  }
  const links = createRightsLinks({ db: app, keys: evenBlocked.keys, random: randomBytes, now })
  const acts: MailboxActsDeps = {
    ...erasing,
    ...finding,
    links,
    rowsUpTo,
    eraseOwn,
    blockSubject: (of, actor) => blockSubject(blocking, of, actor),
  }
  return {
    calls: {
      ...finding,
      acts,
      links,
      rowsUpTo,
      rows: ROWS,
      retentionMonths: settings.retention.months,
      blockedSince: (subjects) => blocking.blocks.since(subjects),
      whileAlone: (mailboxId, work) =>
        fewAtOnce(() => withFreeAdvisoryLock(app, `erasing mailbox ${mailboxId}`, work)),
      unblockSubject: (of, actor) => unblockSubject(blocking, of, actor),
    },
    reaction: mailboxRequestReaction({ ...acts, pause: tuning?.erasurePause ?? erasing.pause }),
  }
}
