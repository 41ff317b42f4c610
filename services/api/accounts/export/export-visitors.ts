import type { JsonObject } from '@app/contracts/event-store.ts'
import { BLOCKED_TEXT } from '@app/contracts/fields/blocked.ts'
import type { ReadDb } from '@app/projections/read-db.ts'
import { pageOfVisitors, type PagedVisitor } from '@app/projections/visitors/queries.ts'
import type { SubjectKeys } from '@app/vault/keys/subject-keys.ts'
import { openFields } from '@app/vault/seals/sealed-fields.ts'

export interface VisitorSource {
  readonly db: ReadDb
  readonly keys: Pick<SubjectKeys, 'withLosses'>
}

const PAGE = 200

/** Visitors who identified themselves, as the owner sees them; the erased ones have no text and are left out, the blocked ones are there without theirs. */
export async function* exportedVisitors(source: VisitorSource, profileId: string): AsyncGenerator<object> {
  for (let after: string | undefined; ;) {
    const page = await pageOfVisitors(source.db, { profileId, after, limit: PAGE })
    const found = await source.keys.withLosses([
      ...new Set(page.flatMap(({ texts }) => texts.map(({ keyRef }) => keyRef))),
    ])
    for (const visitor of page) {
      const texts = visitor.texts.map(({ fields, eventId, keyRef }) =>
        openFields(fields, eventId, found.keys.get(keyRef)),
      )
      const isBlocked = visitor.texts.some(({ keyRef }) => found.blocked.has(keyRef))
      const told = isBlocked ? { name: BLOCKED_TEXT } : toldIn(texts)
      if (told !== undefined) yield { ...told, ...whatTheyDid(visitor) }
    }
    if (page.length < PAGE) return
    after = page.at(-1)!.visitorId
  }
}

const whatTheyDid = ({ clicks, downloads, lastAtMs }: PagedVisitor): object => ({
  clicks,
  downloads,
  last_told_at: new Date(lastAtMs).toISOString(),
})

/** The form first, then a name that came with a click. */
function toldIn(texts: readonly JsonObject[]): object | undefined {
  const text = texts.find(({ fullName, visitorName }) => (fullName ?? visitorName) !== undefined)
  if (text === undefined) return undefined
  const { fullName, visitorName, phone = '', description = '' } = text
  return { name: fullName ?? visitorName, phone, description }
}
