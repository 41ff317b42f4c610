import { createHash } from 'node:crypto'
import { mailboxSubject } from '@app/contracts/privacy/requests.ts'
import { mailedToken } from '@app/contracts/fields/text.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import type pg from 'pg'
import { open, seal } from '../../kernel/keys/sealing.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { WriteLetter } from '../../platform/mail/waiting-mail.ts'
import type { Mail } from '../../platform/mail/mailer.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { RIGHTS_LINKS_OF_MAILBOX } from '@app/contracts/limits/rate-limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { counterOf } from '../../platform/http/mailbox-quota.ts'
import { keptSubjects } from './stored-subjects.ts'
import { mailOfLines, type Recipient } from '../../platform/mail/mail-layout.ts'
import { textOrEmpty, type JsonObject } from '@app/contracts/event-store.ts'

export interface OpenedLink {
  /** Names the link, and reveals nothing of its secret. */
  readonly linkHash: string
  /** As `SubscriptionIds.address` names it. */
  readonly mailboxId: string
  readonly email: string
  readonly until: Date
}

interface Row {
  readonly token_hash: Buffer
  readonly mailbox: string
  readonly sealed: Buffer
  readonly expires_at: Date
}

const SECRET_BYTES = 32
const TOKEN_CHARS = 43
const MINUTE_MS = 60_000
const FORGOTTEN_AT_ONCE = 100

const FORGET = `
  delete from vault.rights_links where token_hash in (
    select token_hash from vault.rights_links where expires_at <= $1 limit $2
  )`
const MAKE =
  'insert into vault.rights_links (token_hash, mailbox, sealed, expires_at) values ($1, $2, $3, $4)'
/** One statement, so that of several browsers at once exactly one is bound. */
const OPEN = `
  update vault.rights_links set browser_hash = $2,
    expires_at = case when browser_hash is null then $4 else expires_at end
  where token_hash = $1 and expires_at > $3 and (browser_hash is null or browser_hash = $2)
  returning token_hash, mailbox, sealed, expires_at`
const OPENED = `
  select token_hash, mailbox, sealed, expires_at from vault.rights_links
  where browser_hash = $1 and expires_at > $2 order by expires_at desc limit 1`

const REMOVE = 'delete from vault.rights_links where mailbox = $1'

const DAY_MS = 86_400_000
const REMOVE_ENDED = 'delete from vault.rights_links where expires_at <= $1'
// By a range, so that the index of the table is used.
const IDLE = `
  select subject from vault.subjects k
  where subject >= $2 and subject < $2 || '~' and created_at <= $1
    and not exists (select from vault.rights_links l where l.mailbox::text = substr(k.subject, length($2) + 1))
    and not exists (
      select from kernel.jobs where kind = 'mail' and key >= 'rights-link ' || k.subject and key < 'rights-link ' || k.subject || '!'
    )
  order by subject limit $3`

/** Removes links that ended a day ago. @returns mailboxes whose key seals nothing any more */
export async function idleMailboxes(
  db: Pick<pg.Pool, 'query'>,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<readonly string[]> {
  const before = new Date(now.getTime() - DAY_MS)
  await db.query(REMOVE_ENDED, [before])
  const { rows } = await db.query<{ subject: string }>(IDLE, [before, mailboxSubject(''), limit])
  return rows.map(({ subject }) => subject)
}

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()
const placeOf = (tokenHash: Buffer): string => `rights-link:${tokenHash.toString('hex')}`

export type RightsLinks = ReturnType<typeof createRightsLinks>

/** Only hashes of secrets are stored: neither a copy of the table nor a log opens anything. */
export function createRightsLinks(vault: Pick<Ctx, 'keys' | 'random' | 'now'> & { readonly db: pg.Pool }) {
  const { db, keys, random, now } = vault
  const inMinutes = (minutes: number): Date => new Date(now().getTime() + minutes * MINUTE_MS)
  const addressIn = async ({ token_hash: hash, mailbox, sealed }: Row): Promise<string | undefined> => {
    const subject = mailboxSubject(mailbox)
    const key = (await keys.forReading([subject], { frozen: true })).get(subject)
    return key && open(key, placeOf(hash), sealed).toString()
  }
  const opened = async (row: Row | undefined): Promise<OpenedLink | undefined> => {
    const email = row && (await addressIn(row))
    if (row === undefined || email === undefined) return undefined
    const linkHash = row.token_hash.toString('hex')
    return { linkHash, mailboxId: row.mailbox, email, until: row.expires_at }
  }

  return {
    /** @returns the secret of a new link, which ends after a time from now */
    make: async ({ mailboxId, email }: Pick<OpenedLink, 'mailboxId' | 'email'>) => {
      const token = random(SECRET_BYTES).toString('base64url')
      const hash = hashOf(token)
      const key = await keys.forWriting(mailboxSubject(mailboxId))
      const expiresAt = inMinutes(LIMITS.rightsLinkMinutes)
      await db.query(FORGET, [now(), FORGOTTEN_AT_ONCE])
      const sealed = seal(key, placeOf(hash), Buffer.from(email), random)
      await db.query(MAKE, [hash, mailboxId, sealed, expiresAt])
      return { token }
    },
    /** Binds the link to the first browser. Undefined when it was opened by another one, is late or unknown. */
    open: async (text: string, browserKey: string): Promise<OpenedLink | undefined> => {
      const token = mailedToken(text, TOKEN_CHARS)
      if (token === undefined) return undefined
      const until = inMinutes(LIMITS.rightsSessionMinutes)
      const { rows } = await db.query<Row>(OPEN, [hashOf(token), hashOf(browserKey), now(), until])
      return opened(rows[0])
    },
    openedBy: async (browserKey: string): Promise<OpenedLink | undefined> => {
      const { rows } = await db.query<Row>(OPENED, [hashOf(browserKey), now()])
      return opened(rows[0])
    },
    removeOf: async (mailboxId: string): Promise<void> => void (await db.query(REMOVE, [mailboxId])),
  }
}

/** Nothing is written for an unknown mailbox: the caller does not learn it, and strangers cannot fill a table. */
export async function requestRightsLink(
  deps: Pick<Ctx, 'subjects' | 'ids' | 'counters' | 'requestMail' | 'now'>,
  email: string,
): Promise<void> {
  const mailboxId = deps.ids.address(email)
  if ((await keptSubjects(deps, mailboxId)).length === 0) return
  const counter = counterOf('rights links of mailbox', deps.ids.suppression(email))
  const { isTaken, windowEnd } = await deps.counters.take(counter, RIGHTS_LINKS_OF_MAILBOX)
  if (!isTaken) return
  try {
    await deps.requestMail(
      { kind: 'rights-link', subject: mailboxSubject(mailboxId) },
      JSON.stringify({ email }),
    )
  } catch (error) {
    await deps.counters.refund(counter, windowEnd)
    // A full queue must not reveal whose data is stored.
    if (!(error instanceof Refusal)) throw error
  }
}

const PREFIX = mailboxSubject('')

/** The link is made just before the mail is sent, so that it has not expired while the mail server was down. */
export const createRightsLetters =
  ({ links, now, publicUrl }: Pick<Ctx, 'links' | 'now' | 'publicUrl'>): WriteLetter =>
  async (waiting) => {
    if (waiting.contents === undefined) return undefined
    const email = textOrEmpty((JSON.parse(waiting.contents) as JsonObject).email)
    const { token } = await links.make({ mailboxId: waiting.subject.slice(PREFIX.length), email })
    // After #, which browsers send to no server and in no referrer.
    const link = `${publicUrl}/mis-datos#${token}`
    return { id: waiting.id, date: now(), mail: rightsMail({ to: email, link, publicUrl }) }
  }

const SUBJECT = `Tus datos en ${PRODUCT.name}`
const ASKED = 'Pediste ver los datos que guardamos con este correo.'
const ONCE = 'El enlace sirve una vez, en la pestaña en que lo abras primero.'
const BUTTON = 'Ver mis datos'
const NOT_YOU = 'Si no fuiste tú, ignora este correo: nadie más tiene el enlace.'

export function rightsMail({ link, ...recipient }: Recipient & { readonly link: string }): Mail {
  const expiry = `El enlace vence en ${LIMITS.rightsLinkMinutes} minutos.`
  return mailOfLines(recipient, {
    subject: SUBJECT,
    preheader: expiry,
    lines: [ASKED],
    button: { text: BUTTON, link },
    notes: [expiry, ONCE, NOT_YOU],
  })
}
