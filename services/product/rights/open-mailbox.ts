import { randomBytes } from 'node:crypto'
import type { MailboxParts } from '../../privacy/rights/opened-mailbox.ts'
import { createConcurrencyLimiter } from '../../platform/concurrency/concurrency-limiter.ts'
import { withFreeAdvisoryLock } from '../../platform/postgres/advisory-lock.ts'
import { mailboxRequestReaction } from '../../privacy/rights/mailbox-acts.ts'
import type { Reaction } from '../../kernel/reaction.ts'
import { createRightsLinks } from '../../privacy/rights/rights-links.ts'
import { blockDepsOf, erasingDepsOf } from '../backend/erasing-deps.ts'
import type { Erasures } from '../open-erasures.ts'
import type { Ctx } from '../../platform/ctx.ts'

export interface MailboxRights {
  readonly calls: MailboxParts
  readonly reaction: Reaction
}

/** Each holds one of the few connections while it uses others. */
const ERASED_AT_ONCE = 2
const WAITING_MAX = 20

/** Acts of people on what their mailbox proves, and what finishes them after a crash. */
export function openMailbox(
  { backend, besideDatabase, tuning }: Ctx,
  { eraseOwn }: Pick<Erasures, 'eraseOwn'>,
): MailboxRights {
  const { app, keys, now, subjects } = backend
  const fewAtOnce = createConcurrencyLimiter({ atOnce: ERASED_AT_ONCE, waitingMax: WAITING_MAX })
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
