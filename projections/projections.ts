import { accountsProjection } from './accounts/projection.ts'
import { codesProjection } from './codes/projection.ts'
import { historyProjection } from './history/projection.ts'
import { profilesProjection } from './profiles/projection.ts'
import { quotationsProjection } from './quotations/projection.ts'
import { requestsProjection } from './requests/projection.ts'
import type { Projection } from './runtime/projection.ts'
import { subscriptionsProjection } from './subscriptions/projection.ts'
import { trafficProjection } from './traffic/projection.ts'
import { visitorsProjection } from './visitors/projection.ts'

/** Every read model that this program keeps. */
export const PROJECTIONS: readonly Projection[] = [
  accountsProjection,
  profilesProjection,
  visitorsProjection,
  subscriptionsProjection,
  quotationsProjection,
  codesProjection,
  trafficProjection,
  historyProjection,
  requestsProjection,
]

/** @throws Error where there is none: a name that people give is checked before */
export function projectionNamed(name: string): Projection {
  const found = PROJECTIONS.find((projection) => projection.name === name)
  if (found === undefined) throw new Error(`there is no projection ${name}`)
  return found
}
