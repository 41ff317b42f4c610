import { lastFigures } from '../session/last-figures.ts'
import { isNarrowedAt, rangeOf } from '../../features/analytics/range-of.ts'
import { lastProfile } from '../../features/profiles/last-profile.ts'
import { tokenHasEnded, type LastingToken } from '../session/stored-session-token.ts'
import { historyPath } from '../../features/history/history-path.ts'
import { APPEARANCE, EDITOR, FIRST_TAB, HISTORY, MY_PROFILES, tabOf } from '../shell/tab-ids.ts'
import type { Prefetched } from './prefetched.ts'

const PROFILES = '/api/profiles/me'

/** First requests of an address's tab, for one profile. */
function pathOf(search: string, profileId: string): string | undefined {
  const id = encodeURIComponent(profileId)
  const tab = tabOf(search)
  if (tab === EDITOR || tab === APPEARANCE) return `/api/profile/${id}`
  if (tab === HISTORY) return `/api${historyPath(profileId)}`
  if (tab === MY_PROFILES) return '/api/requests'
  // Figures that the address narrows are asked for by the screen, which knows how.
  if (tab !== FIRST_TAB || isNarrowedAt(search)) return undefined
  return `/api/figures/${id}/unified?date_range=${rangeOf(new URLSearchParams(search))}`
}

interface Kept {
  readonly token?: unknown
  readonly ends_at?: number
  readonly user?: { readonly id?: unknown; readonly is_admin?: unknown; readonly activation_used?: unknown }
}

/** Null also for an account that still needs its code: the server would refuse it. */
function readable(session: string | null): (LastingToken & { readonly accountId: string }) | null {
  try {
    const { token, ends_at, user } = (JSON.parse(session ?? 'null') as Kept | null) ?? {}
    const isActivated = user?.is_admin === true || user?.activation_used === true
    return typeof token === 'string' && typeof user?.id === 'string' && isActivated
      ? { token, ends_at, accountId: user.id }
      : null
  } catch {
    return null
  }
}

/** Unchecked answer of the server: the screen checks it. */
interface Known {
  readonly id: string
}

/** The one that the address names or that was last chosen, if it is one's own; else the first one. */
function chosenOf(profiles: unknown, search: string, accountId: string): Known | undefined {
  if (!Array.isArray(profiles)) return undefined
  const known = profiles as readonly Known[]
  const asked = new URLSearchParams(search).get('profile')?.toLowerCase()
  if (asked !== undefined) return known.find(({ id }) => id === asked)
  const last = lastProfile(accountId)
  return known.find(({ id }) => id === last) ?? known[0]
}

interface Visit {
  /** In the form that the device stores. */
  readonly session: string | null
  readonly search: string
  readonly nowMs: number
}

/** Where the session may still last and the first tab is opened. */
export function keptFigures({ session, search, nowMs }: Visit): readonly string[] | undefined {
  const known = readable(session)
  const isShown = known !== null && !tokenHasEnded(known, nowMs) && tabOf(search) === FIRST_TAB
  return isShown ? lastFigures(known.accountId, search) : undefined
}

interface DashboardVisit extends Visit {
  readonly ask: typeof fetch
}

/**
 * Requests the profiles, then the data that the tab shows of one. The screen checks the answers; one
 * that fails here fails there.
 * @returns undefined without a session that may still last
 */
export function prefetchDashboard(visit: DashboardVisit): Prefetched | undefined {
  const { session, search, nowMs, ask } = visit
  const known = readable(session)
  if (known === null || tokenHasEnded(known, nowMs)) return undefined
  const { token, accountId } = known
  const answers = new Map<string, Promise<Response>>()
  const askFor = (path: string): Promise<Response> => {
    const answer = ask(path, { headers: { authorization: `Bearer ${token}` } })
    answers.set(path, answer)
    return answer
  }
  const first = askFor(PROFILES)
  void first
    .then(async (answer) => {
      // The screen may have taken the answer, and reads it itself.
      const profile = answer.ok ? chosenOf(await answer.clone().json(), search, accountId) : undefined
      if (profile === undefined) return
      const path = pathOf(search, profile.id)
      if (path !== undefined) await askFor(path)
    })
    .catch(() => undefined)
  return { token, askedAtMs: nowMs, answers }
}
