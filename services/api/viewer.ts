import { createSecretKey, type KeyObject } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { z } from 'zod'
import { LIMITS } from '@app/contracts/limits.ts'
import { Refusal, type RefusalCode } from '@app/contracts/refusals.ts'
import type { Actor, EventStore } from '@app/contracts/event-store.ts'
import { accountStream } from '@app/contracts/events/account.ts'
import { isActivated, type RegisteredAccount } from '@app/domain/account-state.ts'
import { account } from '@app/domain/account.ts'
import { load } from '@app/event-store/handle.ts'
import { createRecent } from './recent.ts'

const ISSUER = 'accounts'
const ALGORITHM: jwt.Algorithm = 'HS256'
/** A deactivated account must be out within 3 s. */
const ACCOUNT_FRESH_MS = 2_000
/** While the log is away no account can change: who was known stays known. */
const PATIENCE_MS = 500
const ACCOUNTS_REMEMBERED_MAX = 1_000
const DAY_SECONDS = 86_400

const claimsSchema = z.object({ sub: z.string(), adm: z.boolean(), ver: z.int() })
export type Claims = z.infer<typeof claimsSchema>

/** No token holds for ever: the library lets one pass that does not say until when. */
const endSchema = z.object({ exp: z.int() })

export interface SignedIn {
  readonly accountId: string
  readonly account: RegisteredAccount
}

/** Who calls: tokens signed, tokens checked, accounts looked up. */
export interface Viewers {
  sign(accountId: string, account: RegisteredAccount): string
  /** What a good token says, without asking whether the account still stands: enough to know one's own views. */
  claimsOf(authorization: string | undefined): Claims | undefined
  /** @throws Refusal unauthenticated or account-inactive */
  signedIn(authorization: string | undefined): Promise<SignedIn>
  /** @throws Refusal also needs_activation */
  activated(authorization: string | undefined): Promise<SignedIn>
  /** @throws Refusal unauthenticated or forbidden */
  admin(authorization: string | undefined): Promise<SignedIn>
  /** The account must be known as it is now: whoever looks next looks anew. */
  forget(accountId: string): void
  /** The account has just changed: who it was before opens nothing any more, also while the log is away. */
  outdate(accountId: string): void
}

export function createViewers(deps: {
  readonly store: EventStore
  readonly secret: Buffer
  readonly now: () => Date
  readonly monotonicMs: () => number
}): Viewers {
  const { store, now } = deps
  // Of bytes the library would first try, on each call, whether they are a public key.
  const secret = createSecretKey(deps.secret)
  const accounts = recentAccounts(store, deps.monotonicMs)
  const seconds = (): number => Math.floor(now().getTime() / 1_000)

  function claimsOf(authorization: string | undefined): Claims | undefined {
    const token = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1]
    if (token === undefined) return undefined
    try {
      const checks = { algorithms: [ALGORITHM], issuer: ISSUER, clockTimestamp: seconds() }
      const said = jwt.verify(token, secret, checks)
      endSchema.parse(said)
      return claimsSchema.parse(said)
    } catch {
      return undefined
    }
  }

  /** Nobody is turned away by old knowledge: who would be refused is looked up again first. */
  async function checked(
    authorization: string | undefined,
    refusalOf: (account: RegisteredAccount) => RefusalCode | undefined,
  ): Promise<SignedIn> {
    const claims = claimsOf(authorization)
    if (claims === undefined) throw new Refusal('unauthenticated')
    for (const isLastLook of [false, true]) {
      const state = await accounts.get(claims.sub)
      const code =
        state.status === 'unknown' ? 'unauthenticated' : (sessionFault(state, claims) ?? refusalOf(state))
      if (state.status === 'registered' && code === undefined)
        return { accountId: claims.sub, account: state }
      if (isLastLook) throw new Refusal(code ?? 'unauthenticated')
      accounts.forget(claims.sub)
    }
    throw new Refusal('unauthenticated')
  }

  return {
    sign: (accountId, account) => signToken(secret, seconds(), accountId, account),
    claimsOf,
    signedIn: (authorization) => checked(authorization, () => undefined),
    activated: (authorization) =>
      checked(authorization, (found) => (isActivated(found) ? undefined : 'needs_activation')),
    admin: (authorization) => checked(authorization, (found) => (found.isAdmin ? undefined : 'forbidden')),
    forget: accounts.forget,
    outdate: accounts.outdate,
  }
}

const recentAccounts = (store: EventStore, monotonicMs: () => number) =>
  createRecent(
    { freshMs: ACCOUNT_FRESH_MS, max: ACCOUNTS_REMEMBERED_MAX, monotonicMs, staleAfterMs: PATIENCE_MS },
    async (id: string) => {
      const { state } = await load(store, account, accountStream(id))
      return state
    },
  )

function sessionFault(
  { isActive, sessionVersion }: RegisteredAccount,
  { ver }: Claims,
): RefusalCode | undefined {
  if (!isActive) return 'account-inactive'
  return sessionVersion === ver ? undefined : 'unauthenticated'
}

function signToken(
  secret: KeyObject,
  nowSeconds: number,
  accountId: string,
  { isAdmin, sessionVersion }: RegisteredAccount,
): string {
  const claims: Claims = { sub: accountId, adm: isAdmin, ver: sessionVersion }
  const times = { iat: nowSeconds, exp: nowSeconds + LIMITS.sessionDays * DAY_SECONDS }
  return jwt.sign({ ...claims, ...times }, secret, { algorithm: ALGORITHM, issuer: ISSUER })
}

/** As whom a visitor's event is recorded: owners and administrators at their own pages are known. */
export function actorOf(claims: Claims | undefined, ownerId: string, visitorId: string): Actor {
  if (claims?.adm === true) return { kind: 'admin', id: claims.sub }
  if (claims?.sub === ownerId) return { kind: 'owner', id: claims.sub }
  return { kind: 'visitor', id: visitorId }
}
