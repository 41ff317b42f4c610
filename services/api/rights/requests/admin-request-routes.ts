import type { Router } from 'express'
import type { z } from 'zod'
import {
  getAdminRequest,
  getAdminRequestFigures,
  getAdminRequests,
  putAdminRequest,
  REFUSAL_REASONS,
} from '@app/contracts/api/rights/admin-requests.ts'
import type { Actor } from '@app/contracts/event-store.ts'
import { requestStream } from '@app/contracts/events/rights-events.ts'
import { LOWER_CASE_UUID } from '@app/contracts/fields/uuid.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { fulfilConfirmed } from '@app/processes/rights/fulfil-request.ts'
import { refusedText } from '@app/processes/rights/request-texts.ts'
import { handleRequest, loadRequest } from '@app/processes/rights/requests.ts'
import { findRequest, listRequests, type ListedRequest } from '@app/projections/requests/queries.ts'
import { countRequests } from '@app/projections/requests/request-figures.ts'
import { adminActor } from '../../admin/admin-deps.ts'
import { askedPageOf, rowsOf } from '../../admin/list-page.ts'
import type { RecordShown } from '../../history/record-shown.ts'
import { guardedRoute } from '../../http/route.ts'
import { visitorNamed } from '../visitor-names.ts'
import { requestDetailOf, requestRowsOf } from './request-rows.ts'
import type { RequestDeps } from './request-deps.ts'

const READS = ['requests'] as const

export function adminRequestRoutes(router: Router, deps: RequestDeps, recordShown: RecordShown): void {
  guardedRoute(router, deps, getAdminRequests, async ({ query, ...http }) => {
    const { search, sort, state, kind } = query
    const listed = await listRequests(deps, {
      ...askedPageOf({ ...query, sort }, LOWER_CASE_UUID),
      search,
      status: state === 'all' ? undefined : state,
      kind: kind === 'all' ? undefined : kind,
    })
    return requestRowsOf(deps, rowsOf(http, sort, listed))
  })

  guardedRoute(router, deps, getAdminRequestFigures, async () => {
    const counted = await countRequests(deps, deps.now().getTime())
    return {
      open: counted.open,
      to_confirm: counted.toConfirm,
      near: counted.near,
      late: counted.late,
      answered_this_month: counted.answered,
      answered_at_once: counted.answeredAtOnce,
      median_seconds: counted.medianSeconds,
      median_by_people_seconds: counted.medianByPeopleSeconds,
    }
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
    await actOn(deps, request, body, adminActor(principal))
    await deps.writes.holding(response, READS, await deps.store.headPosition())
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

const PROVEN =
  'Esta solicitud se cumple en la pantalla donde se pidió. Si quedó a medias, recházala con una razón.'

const NO_PERSON = 'Elige a una de las personas que dejaron ese nombre o ese teléfono.'
const noPerson = (): Refusal => new Refusal('invalid', NO_PERSON, { field: 'person' })

/** Of the request's card, and not erased. @throws Refusal invalid */
async function subjectOfPerson(
  deps: RequestDeps,
  { profileId }: ListedRequest,
  name: string,
): Promise<string> {
  const person = await visitorNamed(deps.store, name)
  if (person === undefined || person.profileId !== profileId) throw noPerson()
  if (!(await deps.keys.idsOf([person.subject])).has(person.subject)) throw noPerson()
  return person.subject
}

type Act = z.infer<(typeof putAdminRequest)['body']>

async function actOn(deps: RequestDeps, request: ListedRequest, act: Act, actor: Actor): Promise<void> {
  const { id } = request
  switch (act.act) {
    case 'prolong': {
      const command = { type: 'Prolong', reason: act.reason, nowMs: deps.now().getTime() } as const
      await handleRequest(deps, id, command, actor)
      return
    }
    case 'refuse': {
      const reason = `${REFUSAL_REASONS[act.reason]} ${act.words}`.trim()
      const answer = { outcome: 'refused', reason, answer: refusedText(reason) } as const
      await handleRequest(deps, id, { type: 'Answer', ...answer }, actor)
      return
    }
    case 'confirm': {
      const state = await loadRequest(deps, id)
      if (state.status === 'open' && state.isConfirmed) return fulfilConfirmed(deps, id, actor)
      if (state.status === 'open' && state.received.proof !== 'none') throw new Refusal('conflict', PROVEN)
      const about = await subjectOfPerson(deps, request, act.person ?? '')
      await handleRequest(deps, id, { type: 'Confirm', about }, actor)
      await fulfilConfirmed(deps, id, actor)
    }
  }
}
