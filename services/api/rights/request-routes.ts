import { Router } from 'express'
import type { RecordShown } from '../history/hourly-audit.ts'
import {
  getAdminRequests,
  putAdminRequest,
  type AdminRequest,
} from '@app/contracts/api/admin/admin-requests.ts'
import { postRightsRequest } from '@app/contracts/api/rights-calls.ts'
import { requestStream } from '@app/contracts/events/rights-events.ts'
import { LOWER_CASE_UUID } from '@app/contracts/fields/uuid.ts'
import { RIGHTS_PERIODS } from '@app/contracts/privacy/rights-periods.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { receiveRequest } from '@app/processes/rights/requests.ts'
import { findProfilesNamed } from '@app/projections/profiles/named-profiles.ts'
import type { OwnedProfile } from '@app/projections/profiles/queries.ts'
import { findRequest, listRequests, type ListedRequest } from '@app/projections/requests/queries.ts'
import { adminActor } from '../admin/admin-deps.ts'
import { askedPageOf, rowsOf } from '../admin/list-page.ts'
import { waitUpToNow } from '../http/freshness.ts'
import { guardedRoute, route } from '../http/route.ts'
import { actOnRequest } from './answer-request.ts'
import { peopleNamedBy, requestDetailOf, requestRowsOf, type RequestDeps } from './request-rows.ts'

const RECEIVED = `Recibimos tu solicitud. Te respondemos en ${RIGHTS_PERIODS.answerDays} días a lo más, haya datos o no.`
const UNKNOWN_CARD = 'No encontramos esa tarjeta. Revisa el nombre, o copia aquí su dirección.'
const SEVERAL_CARDS = 'Hay más de una tarjeta con ese nombre. Copia aquí la dirección de la tarjeta.'

function requestFormRoutes(router: Router, deps: RequestDeps): void {
  route(router, deps, postRightsRequest, async ({ body, idOf, wrote }) => {
    const requestId = idOf('request')
    const { kind, card, name, phone, when, words = '', email } = body
    const profileId = card === undefined ? undefined : (await cardMeant(deps, card)).profile.id
    const given = { kind, name, phone, email, when, words }
    const request = profileId === undefined ? given : { ...given, profileId }
    wrote(await receiveRequest({ ...deps, ids: deps.subscriptionIds }, { requestId, request }))
    return { message: RECEIVED }
  })
}

/** The last part of an address, or what has no blank in it. */
const ADDRESS = /^(?:\S*\/)?pages\/([^/?#\s]+)[/?#]?\S*$/
const NAMED_MAX = 200
const SHOWN_MAX = 10

/** Cards are public: who asks may learn which exist. @throws Refusal invalid */
async function cardMeant(deps: RequestDeps, typed: string): Promise<OwnedProfile> {
  const [, slug] = ADDRESS.exec(typed) ?? []
  const bySlug = await unlessUnknown(deps.profiles.bySlug(slug ?? typed))
  if (bySlug !== undefined) return bySlug
  if (slug !== undefined) throw unknown()
  const { ids, isMore } = await findProfilesNamed(deps, typed, NAMED_MAX)
  const found = await Promise.all(ids.slice(0, SHOWN_MAX).map((id) => unlessUnknown(deps.profiles.byId(id))))
  const [first, ...others] = found.filter((profile) => profile !== undefined)
  if (others.length > 0 || isMore) throw new Refusal('invalid', SEVERAL_CARDS, { field: 'card' })
  if (first === undefined) throw unknown()
  return first
}

const unknown = (): Refusal => new Refusal('invalid', UNKNOWN_CARD, { field: 'card' })

/** Unknown, deleted, deactivated: nobody sees such a card. */
async function unlessUnknown(found: Promise<OwnedProfile>): Promise<OwnedProfile | undefined> {
  try {
    return await found
  } catch (error) {
    if (error instanceof Refusal && error.code === 'profile-not-found') return undefined
    throw error
  }
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
