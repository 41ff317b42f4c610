import { Router } from 'express'
import type { RecordShown } from '../../audit/hourly-audit.ts'
import {
  getAdminRequests,
  putAdminRequest,
  type AdminRequest,
} from '@app/contracts/privacy/admin-requests.ts'
import { postRightsRequest } from '@app/contracts/privacy/rights-calls.ts'
import { requestStream } from '@app/contracts/privacy/events.ts'
import { LOWER_CASE_UUID } from '@app/contracts/fields/uuid.ts'
import { RIGHTS_PERIODS } from '@app/contracts/privacy/rights-periods.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { receiveRequest } from './requests.ts'
import { findProfilesNamed } from '@app/projections/profiles/named-profiles.ts'
import { findProfileBySlug } from '@app/projections/profiles/queries.ts'
import { findRequest, listRequests, type ListedRequest } from '@app/projections/requests/queries.ts'
import { adminActor } from '../../platform/admin-deps.ts'
import { askedPageOf, rowsOf } from '../../platform/lists/list-page.ts'
import { waitUpToNow } from '../../platform/http/freshness.ts'
import { guardedRoute, route } from '../../platform/http/route.ts'
import { actOnRequest } from './answer-request.ts'
import { peopleNamedBy, requestDetailOf, requestRowsOf, type RequestDeps } from './request-rows.ts'

const RECEIVED = `Recibimos tu solicitud. Te respondemos en ${RIGHTS_PERIODS.answerDays} días a lo más, haya datos o no.`
const UNKNOWN_CARD = 'No encontramos esa tarjeta. Revisa el nombre, o copia aquí su dirección.'
const SEVERAL_CARDS = 'Hay más de una tarjeta con ese nombre. Copia aquí la dirección de la tarjeta.'

function requestFormRoutes(router: Router, deps: RequestDeps): void {
  route(router, deps, postRightsRequest, async ({ body: { card, ...asked }, idOf, wrote }) => {
    const profileId = card === undefined ? undefined : await cardMeant(deps, card)
    const request = { ...asked, ...(profileId !== undefined && { profileId }) }
    wrote(await receiveRequest({ ...deps, ids: deps.subscriptionIds }, idOf('request'), request))
    return { message: RECEIVED }
  })
}

/** The last part of an address, or what has no blank in it. */
const ADDRESS = /^(?:\S*\/)?pages\/([^/?#\s]+)[/?#]?\S*$/
const NAMED_MAX = 200

/** A closed card, too: its owner can read what was left. Cards are public. @throws Refusal invalid */
async function cardMeant(deps: RequestDeps, typed: string): Promise<string> {
  const [, slug] = ADDRESS.exec(typed) ?? []
  const bySlug = await findProfileBySlug(deps, (slug ?? typed).toLowerCase())
  if (bySlug !== undefined) return bySlug.profile.id
  const { ids, isMore } =
    slug === undefined ? await findProfilesNamed(deps, typed, NAMED_MAX) : { ids: [], isMore: false }
  if (ids.length > 1 || isMore) throw new Refusal('invalid', SEVERAL_CARDS, { field: 'card' })
  if (ids[0] === undefined) throw new Refusal('invalid', UNKNOWN_CARD, { field: 'card' })
  return ids[0]
}

const READS = ['requests'] as const

function adminRequestRoutes(router: Router, deps: RequestDeps, recordShown: RecordShown): void {
  guardedRoute(router, deps, getAdminRequests, async ({ query, ...http }, { accountId }) => {
    const { id, search, sort, state } = query
    if (id !== undefined) return [await shownWhole(id, accountId)]
    const listed = await listRequests(deps, {
      ...askedPageOf({ ...query, sort }, LOWER_CASE_UUID),
      search,
      status: state === 'all' ? undefined : state,
    })
    return requestRowsOf(deps, rowsOf(http, sort, listed))
  })

  /** Recorded before it is shown. */
  async function shownWhole(id: string, accountId: string): Promise<AdminRequest> {
    const request = await getRequest(deps, id)
    const people = await peopleNamedBy(deps, request)
    const shown = [requestStream(request.id), ...people.map(({ subject }) => subject)]
    await Promise.all(shown.map((subject) => recordShown(accountId, subject)))
    const [row] = await requestRowsOf(deps, [request])
    return { ...row!, detail: await requestDetailOf(deps, request, people) }
  }

  guardedRoute(router, deps, putAdminRequest, async ({ params, body, response }, principal) => {
    const request = await getRequest(deps, params.id)
    await actOnRequest(deps, request, body, adminActor(principal))
    await waitUpToNow(deps, response, READS)
    const [row] = await requestRowsOf(deps, [await getRequest(deps, request.id)])
    return row!
  })
}

/** @throws Refusal not-found */
async function getRequest(deps: RequestDeps, id: string): Promise<ListedRequest> {
  const request = await findRequest(deps, id)
  if (request === undefined) throw new Refusal('not-found')
  return request
}

/** Requests about words that no e-mail proves: who asks, and who answers. */
export function requestRoutes(deps: RequestDeps, recordShown: RecordShown): Router {
  const router = Router()
  requestFormRoutes(router, deps)
  adminRequestRoutes(router, deps, recordShown)
  return router
}
