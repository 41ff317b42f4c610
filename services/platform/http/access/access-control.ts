import { createSecretKey } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { z } from 'zod'
import { accountStream } from '@app/contracts/accounts.ts'
import type { Call } from '@app/contracts/api/call.ts'
import type { Actor } from '@app/contracts/event-store.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { Refusal, type RefusalCode } from '@app/contracts/refusals.ts'
import type { Device } from '@app/contracts/traffic/kinds.ts'
import { accountState, isActivated, type RegisteredAccount } from '../../../accounts/account-state.ts'
import { load, type Events } from '../../../kernel/commands.ts'
import type { OpenSessions } from './open-sessions.ts'
import { viewerOf } from './viewer.ts'

const DAY_SECONDS = 86_400
/** Precision of a session's last use, so that not every call writes a row. */
const SEEN_EVERY_MS = 5 * 60_000

export interface Principal {
  readonly accountId: string
  readonly account: RegisteredAccount
  readonly sessionId: string
  readonly sessionEndsAt: Date
}

export const adminActor = ({ accountId }: Pick<Principal, 'accountId'>): Actor => ({
  kind: 'admin',
  id: accountId,
})

type GuardedAccess = Exclude<Call['access'], 'everyone' | 'optional'>

const LACKS: Readonly<Record<GuardedAccess, (account: RegisteredAccount) => RefusalCode | undefined>> = {
  'signed-in': () => undefined,
  activated: (account) => (isActivated(account) ? undefined : 'needs_activation'),
  admin: ({ isAdmin }) => (isAdmin ? undefined : 'forbidden'),
}

interface AccessControlDeps {
  readonly store: Events
  readonly sessions: Pick<OpenSessions, 'begin' | 'seenOf' | 'markSeen'>
  readonly newId: () => string
  readonly secret: Buffer
  readonly now: () => Date
  readonly onTrouble: (error: unknown) => void
}

/** Whole seconds, like its token. */
const endOfSession = (now: Date): Date =>
  new Date(Math.floor(now.getTime() / 1_000 + LIMITS.sessionDays * DAY_SECONDS) * 1_000)

export type AccessControl = ReturnType<typeof createAccessControl>

export function createAccessControl(deps: AccessControlDeps) {
  const { sessions, newId, now } = deps
  const tokens = createSessionTokens(deps)
  return {
    begin: async (accountId: string, account: RegisteredAccount, device: Device): Promise<string> => {
      const { sessionVersion, isAdmin: adm } = account
      const id = newId()
      const endsAt = endOfSession(now())
      await sessions.begin({ id, accountId, sessionVersion, device, endsAt })
      return tokens.sign({ sub: accountId, adm, ver: sessionVersion, sid: id, exp: endsAt.getTime() / 1_000 })
    },
    /** Ignores the account: only for uses that decide nothing. */
    claimsOf: tokens.read,
    viewerOf: (authorization: string | undefined) =>
      viewerOf(tokens.read(authorization), async (claims) => (await openSession(deps, claims)).state),
    /** @throws Refusal unauthenticated, account-inactive, needs_activation or forbidden, by the session's row */
    principal: async (access: GuardedAccess, authorization: string | undefined): Promise<Principal> => {
      const claims = tokens.read(authorization)
      if (claims === undefined) throw new Refusal('unauthenticated')
      const { state, seenAt } = await openSession(deps, claims)
      const lack = LACKS[access](state)
      if (lack !== undefined) throw new Refusal(lack)
      const { sub: accountId, sid: sessionId, exp } = claims
      if (now().getTime() - seenAt.getTime() >= SEEN_EVERY_MS)
        sessions.markSeen(sessionId).catch(deps.onTrouble)
      return { accountId, account: state, sessionId, sessionEndsAt: new Date(exp * 1_000) }
    },
  }
}

/** @throws Refusal unauthenticated or account-inactive */
async function openSession({ store, sessions }: AccessControlDeps, { sub, sid, ver }: Claims) {
  const [{ state }, lastUses] = await Promise.all([
    load(store, accountState, accountStream(sub)),
    sessions.seenOf(sub),
  ])
  if (state.status === 'unknown') throw new Refusal('unauthenticated')
  if (!state.isActive) throw new Refusal('account-inactive')
  const seenAt = lastUses.get(sid)
  if (state.sessionVersion !== ver || seenAt === undefined) throw new Refusal('unauthenticated')
  return { state, seenAt }
}

/** A token that the same secret signed for another service is not valid here. */
const NAMED = { issuer: 'accounts', audience: 'api' }
const ALGORITHM: jwt.Algorithm = 'HS256'

/** `exp` is required, because the library accepts a token without one. */
const claimsSchema = z.object({
  sub: z.string(),
  adm: z.boolean(),
  ver: z.int(),
  sid: z.uuid(),
  exp: z.int(),
})
type Claims = z.infer<typeof claimsSchema>

export function createSessionTokens(deps: { readonly secret: Buffer; readonly now: () => Date }) {
  // Given bytes, the library would try on each call to read them as a public key.
  const secret = createSecretKey(deps.secret)
  const seconds = (): number => Math.floor(deps.now().getTime() / 1_000)
  return {
    sign: (claims: Claims): string =>
      jwt.sign({ ...claims, iat: seconds() }, secret, { ...NAMED, algorithm: ALGORITHM }),
    read: (authorization: string | undefined): Claims | undefined => {
      const token = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1]
      if (token === undefined) return undefined
      try {
        const checks = { ...NAMED, algorithms: [ALGORITHM], clockTimestamp: seconds() }
        return claimsSchema.parse(jwt.verify(token, secret, checks))
      } catch {
        return undefined
      }
    },
  }
}
