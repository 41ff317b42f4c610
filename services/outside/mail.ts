import { setTimeout as sleep } from 'node:timers/promises'
import { mailboxOf } from '@app/contracts/email.ts'
import { LIMITS } from '@app/contracts/limits.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { createFolderPost } from './mail-folder.ts'
import { RefusedLetter, type Letter, type Mail, type Post } from './mail-letter.ts'
import { createSmtpPost } from './mail-smtp.ts'
import { createTurns } from './turns.ts'
import { codeOf } from './start-error.ts'

export type { Mail } from './mail-letter.ts'

/** What went wrong with a mail: its id and a code, never its address, its text, or what a server said of them. */
export interface MailTrouble {
  readonly kind: 'unfit' | 'dropped' | 'retrying' | 'given-up' | 'abandoned'
  readonly mailId: string
  readonly code: string | undefined
}

export interface Mailer {
  /** Answers at once, and never throws: who asks for a mail cannot wait for it, nor mend it. */
  send(mail: Mail): void
  /** Takes no more, waits no longer between tries, and abandons what is not gone within the time. */
  stop(withinMs: number): Promise<void>
  readonly pending: number
}

export interface MailerOptions {
  /** Without it mails are kept as files in `folder`. */
  readonly smtpUrl?: string | undefined
  readonly folder: string
  /** Address of the sender. */
  readonly from: string
  readonly now: () => Date
  readonly newId: () => string
  readonly onTrouble: (trouble: MailTrouble) => void
  /** The pause between two tries: of the clock, unless a test takes its place. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

const PENDING_MAX = 500
/** Pauses before the second and the third try. */
const PAUSES_MS = [5_000, 30_000] as const
const TRY_MS_MAX = 45_000

/** One mailbox, one line: what else could become a header or a second recipient is no mail of ours. */
const isFit = ({ to, subject }: Mail): boolean =>
  to.length <= LIMITS.emailCharsMax &&
  mailboxOf(to) !== undefined &&
  subject.length <= LIMITS.lineCharsMax &&
  !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(subject)

/** Sends mails beside everything else: a bounded number, a few tries each, and nobody waits. */
export function createMailer(options: MailerOptions): Mailer {
  const { smtpUrl, folder, onTrouble } = options
  const post = smtpUrl === undefined ? createFolderPost(folder) : createSmtpPost(smtpUrl)
  const deliver = createDelivery(post, options)
  const open = new Map<string, Promise<void>>()
  /** First no pauses any more, then no tries. */
  const hurry = new AbortController()
  const end = new AbortController()
  const tell = (kind: MailTrouble['kind'], mailId: string): void =>
    onTrouble({ kind, mailId, code: undefined })

  function send(mail: Mail): void {
    const id = options.newId()
    if (!isFit(mail)) return tell('unfit', id)
    if (open.size >= PENDING_MAX || hurry.signal.aborted) return tell('dropped', id)
    const letter = letterOf(mail, id, options)
    const delivery = deliver(letter, hurry.signal, end.signal).finally(() => open.delete(id))
    open.set(id, delivery)
  }

  async function stop(withinMs: number): Promise<void> {
    hurry.abort()
    const patience = new AbortController()
    const tooLong = sleep(withinMs, undefined, { signal: patience.signal }).catch(() => undefined)
    await Promise.race([Promise.all(open.values()), tooLong])
    patience.abort()
    const abandoned = [...open.keys()]
    end.abort()
    await Promise.all(open.values())
    for (const id of abandoned) tell('abandoned', id)
  }

  return {
    send,
    stop,
    get pending() {
      return open.size
    },
  }
}

const letterOf = (mail: Mail, id: string, { from, now }: MailerOptions): Letter => ({
  ...mail,
  id,
  from: { name: PRODUCT.name, address: from },
  messageId: `<${id}@${mailboxOf(from)?.domain ?? 'localhost'}>`,
  date: now(),
})

const pause = (ms: number, signal: AbortSignal): Promise<unknown> => sleep(ms, undefined, { signal })

type Deliver = (letter: Letter, hurry: AbortSignal, end: AbortSignal) => Promise<void>

/** Tries until it is brought, refused, or tried often enough. A mail that pauses holds back no other. */
function createDelivery(post: Post, { onTrouble, wait = pause }: MailerOptions): Deliver {
  const inTurn = createTurns({ atOnce: post.atOnce, waitingMax: Number.POSITIVE_INFINITY })

  /** Undefined when it went well. */
  async function failureOf(letter: Letter, end: AbortSignal): Promise<unknown> {
    if (end.aborted) return undefined
    try {
      await post.bring(letter, AbortSignal.any([end, AbortSignal.timeout(TRY_MS_MAX)]))
      return undefined
    } catch (error) {
      return error ?? new Error('not delivered')
    }
  }

  return async (letter, hurry, end) => {
    for (const ms of [...PAUSES_MS, undefined]) {
      const failure = await inTurn(() => failureOf(letter, end))
      if (failure === undefined || end.aborted) return
      const isLast = ms === undefined || failure instanceof RefusedLetter
      onTrouble({ kind: isLast ? 'given-up' : 'retrying', mailId: letter.id, code: codeOf(failure) })
      if (isLast) return
      await wait(ms, hurry).catch(() => undefined)
    }
  }
}
