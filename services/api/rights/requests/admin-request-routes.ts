import type { Router } from 'express'
import {
  getAdminRequest,
  getAdminRequests,
  putAdminRequest,
} from '@app/contracts/api/rights/admin-requests.ts'
import { requestStream } from '@app/contracts/events/rights-events.ts'
import { LOWER_CASE_UUID } from '@app/contracts/fields/uuid.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { findRequest, listRequests, type ListedRequest } from '@app/projections/requests/queries.ts'
import { adminActor } from '../../admin/admin-deps.ts'
import { askedPageOf, rowsOf } from '../../admin/list-page.ts'
import type { RecordShown } from '../../history/record-shown.ts'
import { guardedRoute } from '../../http/route.ts'
import { visitorNamed } from '../visitor-names.ts'
import { actOnRequest } from './answer-request.ts'
import { requestDetailOf, requestRowsOf } from './request-rows.ts'
import type { RequestDeps } from './request-deps.ts'

const READS = ['requests'] as const

export function adminRequestRoutes(router: Router, deps: RequestDeps, recordShown: RecordShown): void {
  guardedRoute(router, deps, getAdminRequests, async ({ query, ...http }) => {
    const { search, sort, state } = query
    const listed = await listRequests(deps, {
      ...askedPageOf({ ...query, sort }, LOWER_CASE_UUID),
      search,
      status: state === 'all' ? undefined : state,
    })
    return requestRowsOf(deps, rowsOf(http, sort, listed))
  })

  guardedRoute(router, deps, getAdminRequest, async ({ params }, { accountId }) => {
    const request = await getRequest(deps, params.id)
    const detail = await requestDetailOf(deps, request)
    const people = await Promise.all(detail.people.map(({ id }) => visitorNamed(deps.store, id)))
    const shown = [requestStream(request.id), ...people.flatMap((visitor) => visitor?.subject ?? [])]
    await Promise.all(shown.map((subject) => recordShown(accountId, subject)))
    return detail
  })

  guardedRoute(router, deps, putAdminRequest, async ({ params, body, response }, principal) => {
    const request = await getRequest(deps, params.id)
    const { id } = request
    await actOnRequest(deps, request, body, adminActor(principal))
    await deps.writes.holding(response, READS, await deps.store.log.headPosition())
    const [row] = await requestRowsOf(deps, [await getRequest(deps, id)])
    return row!
  })
}

/** @throws Refusal not-found */
async function getRequest(deps: RequestDeps, id: string): Promise<ListedRequest> {
  const request = await findRequest(deps, id)
  if (request === undefined) throw new Refusal('not-found')
  return request
}
