import type { UnifiedAnalytics } from '@app/contracts/api/analytics-calls.ts'
import { nameOfKey } from '@app/contracts/named-record.ts'

export type ListedVisitors = UnifiedAnalytics['visitors']
export type ListedVisitor = ListedVisitors[string] & { readonly name: string }

export const VISITORS_SHOWN_MAX = 6

export const visitorsOf = (visitors: ListedVisitors): readonly ListedVisitor[] =>
  Object.entries(visitors).map(([key, visitor]) => ({ name: nameOfKey(key), ...visitor }))

export const knownVisitors = (visitors: readonly ListedVisitor[]): readonly ListedVisitor[] =>
  visitors.filter(({ phone, description }) => phone !== '' || description !== '')
