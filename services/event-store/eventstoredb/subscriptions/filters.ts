import type { Filter } from '@app/contracts/event-store.ts'

interface Named {
  readonly type: string
  readonly stream: string
}

/** Whether a filter wants an event. */
export function wantedBy(filter: Filter | undefined): (event: Named) => boolean {
  if (filter === undefined) return () => true
  if ('types' in filter) {
    const types = new Set(filter.types)
    return ({ type }) => types.has(type)
  }
  return ({ stream }) => filter.streamPrefixes.some((prefix) => stream.startsWith(prefix))
}

/** Whether everything that the second filter wants passes the first. */
export function includes(outer: Filter | undefined, inner: Filter | undefined): boolean {
  if (outer === undefined) return true
  if (inner === undefined) return false
  if ('types' in outer) {
    const types = new Set(outer.types)
    return 'types' in inner && inner.types.every((type) => types.has(type))
  }
  return (
    'streamPrefixes' in inner &&
    inner.streamPrefixes.every((prefix) => outer.streamPrefixes.some((one) => prefix.startsWith(one)))
  )
}
