import type { Filter } from '@app/contracts/event-store.ts'

/** Whether a filter wants an event. */
export function wantedBy(filter: Filter | undefined): (event: { readonly type: string }) => boolean {
  if (filter === undefined) return () => true
  const types = new Set(filter.types)
  return ({ type }) => types.has(type)
}

/** Whether everything that the second filter wants passes the first. */
export function includes(outer: Filter | undefined, inner: Filter | undefined): boolean {
  if (outer === undefined) return true
  const types = new Set(outer.types)
  return inner !== undefined && inner.types.every((type) => types.has(type))
}
