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
