import { LIMITS } from '@app/contracts/limits/limits.ts'
import type { Call } from '@app/contracts/api/call.ts'
import { Refusal, type RefusalCode } from '@app/contracts/refusals.ts'
import type { Actor } from '@app/contracts/event-store.ts'
import { accountStream } from '@app/contracts/accounts.ts'
import { isActivated, type Account, type RegisteredAccount } from '../../../accounts/account-state.ts'
import { account } from '../../../accounts/account.ts'
import { load, type Events } from '../../../kernel/commands.ts'
import type { Device } from '@app/contracts/traffic/kinds.ts'
import type { OpenSessions } from './open-sessions.ts'
import { withTimeout } from '../../concurrency/with-timeout.ts'
import { createSessionTokens, type Claims } from './session-token.ts'

/** A tap is answered before, and is recorded later; a click waits for it. */
const VIEWER_MS_MAX = 500
const DAY_SECONDS = 86_400
/** Precision of a session's last use, so that not every call writes a row. */
const SEEN_EVERY_MS = 5 * 60_000

export interface Principal {
  readonly accountId: string
  readonly account: RegisteredAccount
  readonly sessionId: string
  readonly sessionEndsAt: Date
}

/** Every event of an administrator names them. */
export const adminActor = ({ accountId }: Pick<Principal, 'accountId'>): Actor => ({
  kind: 'admin',
  id: accountId,
})

export type Viewer = Pick<Claims, 'sub' | 'adm'>

interface Found {
  readonly state: Account
  /** When each of its open sessions was last used. */
  readonly seen: ReadonlyMap<string, Date>
}

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

export type AccessControl = ReturnType<typeof createAccessControl>

export function createAccessControl(deps: AccessControlDeps) {
  const tokens = createSessionTokens(deps)
  return {
    begin: async (accountId: string, account: RegisteredAccount, device: Device): Promise<string> =>
      tokens.sign(claimsFor(await begunSession(deps, accountId, account, device), account)),
    /** Another token of the same session, with the same end, for the account's present state. */
    renew: (session: Principal, account: RegisteredAccount): string =>
      tokens.sign(claimsFor(session, account)),
    /** Ignores the account: only for uses that decide nothing. */
    claimsOf: tokens.read,
    /**
     * The viewer, by the account and its open sessions as `principal` knows them. If these are not available in time,
     * by the token alone: an owner's views must not be counted as visits. Never throws.
     */
    viewerOf: async (authorization: string | undefined): Promise<Viewer | undefined> => {
      const claims = tokens.read(authorization)
      if (claims === undefined) return undefined
      const known = openViewer(deps, claims).catch((): Viewer => claims)
      return withTimeout(known, VIEWER_MS_MAX, () => claims)
    },
    /**
     * The log and the session's row decide each call: what one process has ended is over in all of them.
     * @throws Refusal unauthenticated, account-inactive, needs_activation or forbidden
     */
    principal: async (access: GuardedAccess, authorization: string | undefined): Promise<Principal> => {
      const claims = tokens.read(authorization)
      if (claims === undefined) throw new Refusal('unauthenticated')
      const { state, seen } = await find(deps, claims.sub)
      if (state.status === 'unknown') throw new Refusal('unauthenticated')
      const code = sessionFault(state, seen, claims) ?? LACKS[access](state)
      if (code !== undefined) throw new Refusal(code)
      markSeen(deps, seen, claims.sid)
      const { sub: accountId, sid: sessionId, exp } = claims
      return { accountId, account: state, sessionId, sessionEndsAt: new Date(exp * 1_000) }
    },
  }
}

async function openViewer(deps: AccessControlDeps, claims: Claims): Promise<Viewer | undefined> {
  const { state, seen } = await find(deps, claims.sub)
  if (state.status !== 'registered' || sessionFault(state, seen, claims) !== undefined) return undefined
  return { sub: claims.sub, adm: state.isAdmin }
}

type Session = Pick<Principal, 'accountId' | 'sessionId' | 'sessionEndsAt'>

async function begunSession(
  { sessions, newId, now }: AccessControlDeps,
  accountId: string,
  { sessionVersion }: RegisteredAccount,
  device: Device,
): Promise<Session> {
  const id = newId()
  // Whole seconds, like its token.
  const endsAt = new Date(Math.floor(now().getTime() / 1_000 + LIMITS.sessionDays * DAY_SECONDS) * 1_000)
  await sessions.begin({ id, accountId, sessionVersion, device, endsAt })
  return { accountId, sessionId: id, sessionEndsAt: endsAt }
}

const claimsFor = (
  { accountId, sessionId, sessionEndsAt }: Session,
  { isAdmin, sessionVersion }: RegisteredAccount,
): Claims => ({
  sub: accountId,
  adm: isAdmin,
  ver: sessionVersion,
  sid: sessionId,
  exp: sessionEndsAt.getTime() / 1_000,
})

function markSeen(
  { sessions, now, onTrouble }: AccessControlDeps,
  seen: Found['seen'],
  sessionId: string,
): void {
  const last = seen.get(sessionId)
  if (last === undefined || now().getTime() - last.getTime() < SEEN_EVERY_MS) return
  sessions.markSeen(sessionId).catch(onTrouble)
}

async function find({ store, sessions }: AccessControlDeps, id: string): Promise<Found> {
  const [{ state }, seen] = await Promise.all([load(store, account, accountStream(id)), sessions.seenOf(id)])
  return { state, seen }
}

function sessionFault(
  { isActive, sessionVersion }: RegisteredAccount,
  open: Found['seen'],
  { ver, sid }: Claims,
): RefusalCode | undefined {
  if (!isActive) return 'account-inactive'
  return sessionVersion === ver && open.has(sid) ? undefined : 'unauthenticated'
}

export function actorOfViewer(viewer: Viewer | undefined, ownerId: string, visitorId: string): Actor {
  if (viewer?.adm === true) return { kind: 'admin', id: viewer.sub }
  if (viewer?.sub === ownerId) return { kind: 'owner', id: viewer.sub }
  return { kind: 'visitor', id: visitorId }
}
