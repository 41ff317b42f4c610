import type { UnifiedAnalytics } from '@app/contracts/analytics/calls.ts'
import { latestNamed } from '@app/contracts/named-record.ts'

export type ListedVisitors = UnifiedAnalytics['visitors']
export type ListedVisitor = ListedVisitors[string] & { readonly name: string }

export const VISITORS_SHOWN_MAX = 6

export const visitorsOf = (visitors: ListedVisitors): readonly ListedVisitor[] =>
  latestNamed(visitors).map(([name, visitor]) => ({ name, ...visitor }))

export const knownVisitors = (visitors: readonly ListedVisitor[]): readonly ListedVisitor[] =>
  visitors.filter(({ phone, description }) => phone !== '' || description !== '')
