import { putProfile, type OwnProfile, type ProfileChanges } from '@app/contracts/profile-calls.ts'
import { DETAIL_FIELDS } from '@app/contracts/profiles.ts'
import { typedDetails } from '@app/contracts/fields/profile-fields.ts'
import { http, HttpResponse, type HttpHandler } from 'msw'
import { refused } from './refused.ts'

interface Put {
  readonly ifMatch: string | null
  readonly changes: ProfileChanges
}

/** One profile as the server keeps it: texts are normalised, and an If-Match of another revision is refused. */
export function profileServer(first: OwnProfile) {
  let profile = first
  let revision = 1
  const puts: Put[] = []

  const change = (changes: Partial<OwnProfile>) => {
    revision += 1
    const updatedMs = Date.parse(first.updated_at) + revision * 1_000
    profile = { ...profile, ...changes, updated_at: new Date(updatedMs).toISOString() }
  }
  const answer = () => HttpResponse.json(profile, { headers: { etag: `"${revision}"` } })

  async function put(request: Request): Promise<Response> {
    const changes = putProfile.body.parse(await request.json())
    const ifMatch = request.headers.get('if-match')
    puts.push({ ifMatch, changes })
    if (ifMatch !== null && ifMatch !== `"${revision}"`) return refused('conflict')
    const typed = Object.fromEntries(DETAIL_FIELDS.map((name) => [name, changes[name]]))
    const { values, fault } = typedDetails(typed)
    if (fault) return refused('invalid', { field: fault.field, detail: fault.message })
    change({ ...(changes as Partial<OwnProfile>), ...values })
    return answer()
  }
  const handlers: readonly HttpHandler[] = [
    http.get('*/api/profile/:id', () => answer()),
    http.put('*/api/profile/:id', ({ request }) => put(request)),
    http.get('*/api/profiles/me', () => HttpResponse.json([profile])),
  ]
  return {
    handlers,
    puts,
    current: () => profile,
    /** Somebody else changes it. */
    change,
  }
}
