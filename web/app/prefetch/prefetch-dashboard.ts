import { RANGES } from '@app/contracts/traffic/ranges.ts'
import { lastProfile } from '../../features/profiles/last-profile.ts'
import { hasEnded } from '../session/session-token.ts'
import { APPEARANCE, EDITOR, FIRST_TAB } from '../shell/tab-ids.ts'
import type { Prefetched } from './prefetched.ts'

const PROFILES = '/api/profiles/me'

/** What the tab of an address asks for first, of one profile. */
function pathOf(params: URLSearchParams, profileId: string): string | undefined {
  const id = encodeURIComponent(profileId)
  const tab = params.get('tab') ?? FIRST_TAB
  if (tab === EDITOR || tab === APPEARANCE) return `/api/profile/${id}`
  if (tab !== FIRST_TAB) return undefined
  const range = RANGES.find((known) => known === params.get('range')) ?? 'all-time'
  return `/api/analytics/${id}/unified?date_range=${range}`
}

interface Kept {
  readonly token?: unknown
  readonly user?: { readonly id?: unknown }
}

function readable(session: string | null): { readonly token: string; readonly accountId: string } | null {
  try {
    const { token, user } = (JSON.parse(session ?? 'null') as Kept | null) ?? {}
    return typeof token === 'string' && typeof user?.id === 'string' ? { token, accountId: user.id } : null
  } catch {
    return null
  }
}

/** The id that the address names or that was last chosen, if it is one's own; else the first one's. */
function chosenId(profiles: unknown, params: URLSearchParams, accountId: string): string | undefined {
  if (!Array.isArray(profiles)) return undefined
  const ids = profiles.map(({ id }: { readonly id?: unknown }) => String(id))
  const asked = params.get('profile')?.toLowerCase()
  if (asked !== undefined) return ids.find((id) => id === asked)
  return ids.find((id) => id === lastProfile(accountId)) ?? ids[0]
}

interface DashboardVisit {
  /** As the device keeps it. */
  readonly session: string | null
  readonly search: string
  readonly nowMs: number
  readonly ask: typeof fetch
}

/**
 * Asks for the profiles, and once they are known for what the tab shows of one. The screen judges the answers; one
 * that fails here fails there.
 * @returns undefined without a session that may still last
 */
export function prefetchDashboard({ session, search, nowMs, ask }: DashboardVisit): Prefetched | undefined {
  const known = readable(session)
  if (known === null || hasEnded(known.token, nowMs)) return undefined
  const { token, accountId } = known
  const params = new URLSearchParams(search)
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
      const id = answer.ok ? chosenId(await answer.clone().json(), params, accountId) : undefined
      const path = id === undefined ? undefined : pathOf(params, id)
      if (path !== undefined) await askFor(path)
    })
    .catch(() => undefined)
  return { token, askedAtMs: nowMs, answers }
}
