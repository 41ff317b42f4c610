import type { Actor, AppendResult } from '@app/contracts/event-store.ts'
import { accountStream } from '@app/contracts/accounts.ts'
import { readEvent } from '@app/contracts/events/catalogue.ts'
import { normalEmail } from '@app/contracts/fields/email.ts'
import type { ChangeEmail } from './account/account-logins.ts'
import { account } from './account.ts'
import { handle, load, type Cause } from '../kernel/commands.ts'
import { causeBy, causeFollowing, type CommandContext, type Naming } from '../kernel/command-context.ts'
import type { RequestMail } from '../platform/mail/waiting-mail.ts'
import type { Reaction } from '../kernel/reaction.ts'
import { claimEmail, releaseEmail } from './claim-identity.ts'

/**
 * Claims, then changes, then releases: the e-mail's stream decides between accounts. After a crash the same call, or the
 * reaction to EmailChanged, completes it. @returns undefined where the account has that e-mail, or keeps its own
 * @throws Refusal not-found, email-taken, conflict, history-full
 */
export async function changeEmail(
  deps: CommandContext & Naming,
  wanted: Omit<ChangeEmail, 'type'> & { readonly accountId: string; readonly actor: Actor },
): Promise<AppendResult | undefined> {
  const { accountId, actor, ...change } = wanted
  const command = { ...change, type: 'ChangeEmail' } as const
  const stream = accountStream(accountId)
  const { state } = await load(deps.store, account, stream)
  // Before the claim: a refused change must leave none.
  if (account.decide(command, state).length === 0 || state.status === 'unknown') return undefined
  const cause = causeBy(deps, actor)
  await claimEmail(deps, command.email, accountId, cause)
  const { appended } = await handle(deps.store, account, { stream, command, cause, newId: deps.newId })
  await settle(deps, accountId, [state.email, command.email], cause)
  return appended
}

/** The account has its present e-mail, and none of the others. */
async function settle(
  deps: CommandContext & Naming,
  accountId: string,
  emails: readonly string[],
  cause: Cause,
): Promise<void> {
  const { state } = await load(deps.store, account, accountStream(accountId))
  // Blocked or erased meanwhile: nobody can say what it has.
  if (state.status === 'unknown' || state.email === '') return
  for (const email of emails) {
    const settleOne = normalEmail(email) === normalEmail(state.email) ? claimEmail : releaseEmail
    await settleOne(deps, email, accountId, cause)
  }
}

const MAIL_MS_MAX = 24 * 3_600_000
const PREFIX = accountStream('')

/** Also writes to the former mailbox, unless its owner has just confirmed the change there. */
export const emailReaction = (requestMail: RequestMail): Reaction => ({
  name: 'email-change',
  types: ['EmailChanged'],
  react: async (deps, stored, tx) => {
    const event = readEvent(stored)
    if (event.type !== 'EmailChanged') return
    const { email, previousEmail: previous, by } = event.data
    if (email === undefined || previous === undefined) return
    await settle(deps, stored.stream.slice(PREFIX.length), [previous, email], causeFollowing(deps, stored))
    const ageMs = deps.now().getTime() - Date.parse(stored.meta.occurredAt)
    if (by === 'owner' || ageMs > MAIL_MS_MAX) return
    await requestMail({ kind: 'email-changed', subject: stored.stream }, JSON.stringify({ to: previous }), tx)
  },
})
