import { accountsModel } from './accounts/read-model.ts'
import { codesModel } from './codes/read-model.ts'
import { historyProjection } from './history/projection.ts'
import { profilesModel } from './profiles/read-model.ts'
import { quotationsModel } from './quotations/read-model.ts'
import { requestsModel } from './requests/read-model.ts'
import type { Projection } from '@app/services/kernel/models/projection.ts'
import { subscriptionsModel } from './subscriptions/read-model.ts'
import { trafficProjection } from './traffic/projection.ts'
import { visitorsModel } from './visitors/read-model.ts'

export const PROJECTIONS: readonly Projection[] = [
  accountsModel,
  profilesModel,
  visitorsModel,
  subscriptionsModel,
  quotationsModel,
  codesModel,
  trafficProjection,
  historyProjection,
  requestsModel,
]

/** @throws Error where there is none: a name that people give is checked before */
export function projectionNamed(name: string): Projection {
  const match = PROJECTIONS.find((projection) => projection.name === name)
  if (match === undefined) throw new Error(`there is no projection ${name}`)
  return match
}
