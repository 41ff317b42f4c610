import { lastFigures } from '../session/last-figures.ts'
import { isNarrowedAt, rangeOf } from '../../features/analytics/range-of.ts'
import { lastProfile } from '../../features/profiles/last-profile.ts'
import { storedSession } from '../session/stored-session.ts'
import { historyPath } from '../../features/history/history-path.ts'
import { APPEARANCE, EDITOR, FIRST_TAB, HISTORY, tabOf } from '../shell/tab-ids.ts'
import type { Prefetched } from './prefetched.ts'

const PROFILES = '/api/profiles/me'

/** First requests of an address's tab, for one profile. */
function pathOf(search: string, profileId: string): string | undefined {
  const id = encodeURIComponent(profileId)
  const tab = tabOf(search)
  if (tab === EDITOR || tab === APPEARANCE) return `/api/profile/${id}`
  if (tab === HISTORY) return `/api${historyPath(profileId)}`
  // Figures that the address narrows are asked for by the screen, which knows how.
  if (tab !== FIRST_TAB || isNarrowedAt(search)) return undefined
  return `/api/figures/${id}/unified?date_range=${rangeOf(new URLSearchParams(search))}`
}

interface Known {
  readonly token: string
  readonly accountId: string
}

/** None of an account that still needs its code: the server would refuse it. */
function knownSession(nowMs: number): Known | undefined {
  const { token, user } = storedSession(nowMs) ?? {}
  const isActivated = user?.is_admin === true || user?.activation_used === true
  return token !== undefined && typeof user?.id === 'string' && isActivated
    ? { token, accountId: user.id }
    : undefined
}

/** Unchecked answer of the server: the screen checks it. */
interface KnownProfile {
  readonly id: string
}

/** The one that the address names or that was last chosen, if it is one's own; else the first one. */
function chosenOf(profiles: unknown, search: string, accountId: string): KnownProfile | undefined {
  if (!Array.isArray(profiles)) return undefined
  const known = profiles as readonly KnownProfile[]
  const asked = new URLSearchParams(search).get('profile')?.toLowerCase()
  if (asked !== undefined) return known.find(({ id }) => id === asked)
  const last = lastProfile(accountId)
  return known.find(({ id }) => id === last) ?? known[0]
}

interface Visit {
  readonly search: string
  readonly nowMs: number
}

/** Where the session may still last and the first tab is opened. */
export function keptFigures({ search, nowMs }: Visit): readonly string[] | undefined {
  const known = knownSession(nowMs)
  return known && tabOf(search) === FIRST_TAB ? lastFigures(known.accountId, search) : undefined
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
  const { search, nowMs, ask } = visit
  const known = knownSession(nowMs)
  if (known === undefined) return undefined
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
