import type { Actor, AppendResult } from '@app/contracts/event-store.ts'
import { accountStream } from '@app/contracts/accounts.ts'
import { readEvent } from '@app/contracts/events/catalogue.ts'
import { normalEmail } from '@app/contracts/fields/email.ts'
import type { ChangeEmail } from './account-logins.ts'
import { account } from './account.ts'
import {
  handle,
  load,
  type Cause,
  causeBy,
  causeFollowing,
  type CommandContext,
  type Naming,
} from '../kernel/commands.ts'
import type { RequestMail, WriteLetter } from '../platform/mail/waiting-mail.ts'
import type { Reaction } from '../kernel/reaction.ts'
import { claimEmail, releaseEmail, refuseTaken } from './claim-identity.ts'
import type { Router } from 'express'
import { postEmail } from '@app/contracts/own-account.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import {
  ACCOUNT_MAILS,
  ACCOUNT_MAILS_LATER,
  ACCOUNT_MAILS_OF_DAY,
} from '@app/contracts/limits/rate-limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { Principal } from '../platform/http/access/access-control.ts'
import { guardedRoute } from '../platform/http/route.ts'
import { z } from 'zod'
import { PRODUCT } from '@app/contracts/product.ts'
import { mailOfLines } from '../platform/mail/mail-layout.ts'
import { greetingOf } from '../platform/mail/advertising.ts'
import type { Ctx } from '../platform/ctx.ts'
import { counterOf, takeOfMailbox } from '../platform/http/mailbox-quota.ts'

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

async function settle(
  deps: CommandContext & Naming,
  accountId: string,
  emails: readonly string[],
  cause: Cause,
): Promise<void> {
  const { state } = await load(deps.store, account, accountStream(accountId))
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

const SAME = 'Ese ya es tu correo.'
const SENT = 'Te enviamos un código a cada correo.'
const CHANGED = 'Correo actualizado'
const WRONG_CODE = 'Alguno de los códigos no es correcto o venció.'

export function emailRoutes(router: Router, deps: Ctx): void {
  guardedRoute(router, deps, postEmail, async ({ body: { email, code, new_code }, wrote }, principal) => {
    const { accountId, account: state } = principal
    const change = { email, by: 'owner' } as const
    if (account.decide({ ...change, type: 'ChangeEmail' }, state).length === 0)
      throw new Refusal('invalid', SAME, { field: 'email' })
    await refuseTaken(deps, email, accountId)
    const [present, before] = codesOf(deps, principal, email)
    if (code === undefined || new_code === undefined) {
      await takeAccountMail(deps, 'codes', email)
      const subject = accountStream(accountId)
      const mail = (kind: 'email-code' | 'email-code-new', to: string, text: string) =>
        deps.requestMail({ kind, subject }, JSON.stringify({ to, code: text }))
      await mail('email-code', state.email, present[0])
      await mail('email-code-new', email, present[1])
      return { message: SENT, is_changed: false }
    }
    const typed = [code, new_code].map((text) => text.replace(/\D/g, '')).join()
    if (typed !== present.join() && typed !== before.join()) throw new Refusal('invalid', WRONG_CODE)
    wrote(await changeEmail(deps, { ...change, accountId, actor: { kind: 'owner', id: accountId } }))
    deps.securityLog({ event: 'email-changed', account: accountId })
    return { message: CHANGED, is_changed: true }
  })
}

type AccountMail = keyof typeof TOO_OFTEN

const TOO_OFTEN = {
  resets: 'Ya se pidieron varios enlaces para este correo. Usa el último que llegó, o pide otro en una hora.',
  codes: 'Ya se pidieron varios códigos para este correo. Inténtalo de nuevo en una hora.',
}

/** Counts the mailbox in any spelling, for any caller. @throws Refusal too-many */
export async function takeAccountMail(
  deps: Pick<Ctx, 'ids' | 'counters' | 'now'>,
  kind: AccountMail,
  email: string,
): Promise<void> {
  const counter = (name: string) => counterOf(name, deps.ids.suppression(email))
  await takeOfMailbox(deps, counter(`${kind} of mailbox`), ACCOUNT_MAILS, TOO_OFTEN[kind])
  const { isTaken } = await deps.counters.take(counter(`${kind} of mailbox by day`), ACCOUNT_MAILS_OF_DAY)
  if (!isTaken)
    await takeOfMailbox(deps, counter(`later ${kind} of mailbox`), ACCOUNT_MAILS_LATER, TOO_OFTEN[kind])
}

const WINDOW_MS = (LIMITS.resetMinutes / 2) * 60_000
const DIGITS = 8

/** For the present mailbox and the new one, in this window and the one before: they also end with the change itself. */
function codesOf({ names, now }: Ctx, { accountId, account: state }: Principal, email: string) {
  const bound = [accountId, state.sessionVersion, normalEmail(state.email), normalEmail(email)]
  const codeFor = (mailbox: string, window: number): string => {
    const bits = Number.parseInt(
      names.identity('code', [mailbox, window, ...bound].join('\n')).slice(-12),
      16,
    )
    return String(bits % 10 ** DIGITS).padStart(DIGITS, '0')
  }
  const inWindow = (window: number) => [codeFor('present', window), codeFor('new', window)] as const
  const window = Math.floor(now().getTime() / WINDOW_MS)
  return [inWindow(window), inWindow(window - 1)] as const
}

const letterContents = z.object({ to: z.string(), code: z.string().optional() })

/** Without a name: anybody can type a stranger's address. */
const codeLines = (code: string) => ({
  subject: 'Tu código para cambiar de correo',
  preheader: code,
  lines: [greetingOf(''), 'Para usar otro correo en tu cuenta, escribe este código en «Mi cuenta»:', code],
  notes: [
    `El código vence en ${LIMITS.resetMinutes / 2} minutos.`,
    'Si no fuiste tú, no se lo des a nadie e ignora este correo.',
  ],
})

const CHANGED_LINES = {
  subject: 'Tu cuenta usa otro correo',
  lines: [
    greetingOf(''),
    'El correo de tu cuenta cambió. Desde ahora entras con el nuevo, y ahí recibes nuestros correos.',
  ],
  notes: [`Si no lo reconoces, escríbenos a ${PRODUCT.supportEmail}.`],
}

export function createEmailLetters({
  publicUrl,
  now,
}: {
  readonly publicUrl: string
  readonly now: () => Date
}) {
  const letter: WriteLetter = async (waiting) => {
    if (waiting.contents === undefined) return undefined
    const { to, code } = letterContents.parse(JSON.parse(waiting.contents))
    const lines = code === undefined ? CHANGED_LINES : codeLines(code)
    return { id: waiting.id, date: now(), mail: mailOfLines({ to, publicUrl }, lines) }
  }
  return { 'email-code': letter, 'email-code-new': letter, 'email-changed': letter }
}
