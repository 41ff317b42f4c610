import { Router } from 'express'
import {
  getAdminRequests,
  putAdminRequest,
  type AdminRequest,
  requestStream,
} from '@app/contracts/privacy/requests.ts'
import { ADMIN_ANSWERS } from '@app/contracts/privacy/request-kinds.ts'
import { RIGHTS_PERIODS } from '@app/contracts/limits/periods.ts'
import { postRightsRequest } from '@app/contracts/privacy/mailbox.ts'
import { LOWER_CASE_UUID } from '@app/contracts/fields/text.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { receiveRequest, handleRequest, loadRequest } from './request-commands.ts'
import { findProfilesNamed } from '@app/projections/profiles/list-profiles.ts'
import { findProfileBySlug } from '@app/projections/profiles/queries.ts'
import { findRequest, listRequests, type ListedRequest } from '@app/projections/requests/queries.ts'
import { askedPageOf, rowsOf } from '../../platform/http/list-answers.ts'
import { waitUpToNow } from '../../platform/http/parse-call.ts'
import { guardedRoute, route } from '../../platform/http/route.ts'
import { peopleNamedBy, requestDetailOf, requestRowsOf } from './request-rows.ts'
import type { z } from 'zod'
import { type Actor, textOrEmpty } from '@app/contracts/event-store.ts'
import { interactionStream, visitorIn } from '@app/contracts/taps.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { interaction } from '../../taps/interaction.ts'
import { derivedId } from '../../kernel/log/ids.ts'
import { record, causeBy } from '../../kernel/commands.ts'
import { shredUntilGone } from '../erasures/erase-visitor.ts'
import { blockedWith, blockSubject, unblockSubject } from './block-subject.ts'
import { leftByVisitor } from '@app/projections/visitors/queries.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { adminActor } from '../../platform/http/access/access-control.ts'

const RECEIVED = `Recibimos tu solicitud. Te respondemos en ${RIGHTS_PERIODS.answerDays} días a lo más, haya datos o no.`
const UNKNOWN_CARD = 'No encontramos esa tarjeta. Revisa el nombre, o copia aquí su dirección.'
const SEVERAL_CARDS = 'Hay más de una tarjeta con ese nombre. Copia aquí la dirección de la tarjeta.'

function requestFormRoutes(router: Router, deps: Ctx): void {
  route(router, deps, postRightsRequest, async ({ body: { card, ...rest }, idOf, wrote }) => {
    const profileId = card === undefined ? undefined : await cardMeant(deps, card)
    const request = { ...rest, ...(profileId !== undefined && { profileId }) }
    wrote(await receiveRequest(deps, idOf('request'), request))
    return { message: RECEIVED }
  })
}

/** The last part of an address, or what has no blank in it. */
const ADDRESS = /^(?:\S*\/)?pages\/([^/?#\s]+)[/?#]?\S*$/
const NAMED_MAX = 200

/** A closed card, too: its owner can read what was left. Cards are public. @throws Refusal invalid */
async function cardMeant(deps: Ctx, typed: string): Promise<string> {
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

function adminRequestRoutes(router: Router, deps: Ctx): void {
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
    await Promise.all(shown.map((subject) => deps.recordShown(accountId, subject)))
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

async function getRequest(deps: Ctx, id: string): Promise<ListedRequest> {
  const request = await findRequest(deps, id)
  if (request === undefined) throw new Refusal('not-found')
  return request
}

export function requestRoutes(deps: Ctx): Router {
  const router = Router()
  requestFormRoutes(router, deps)
  adminRequestRoutes(router, deps)
  return router
}

type Act = z.infer<(typeof putAdminRequest)['body']>
type Answer = Extract<Act, { act: 'answer' }>

/** An administrator's act on a request; each may be pressed again after a crash. @throws Refusal */
async function actOnRequest(deps: Ctx, request: ListedRequest, act: Act, actor: Actor): Promise<void> {
  const { id } = request
  switch (act.act) {
    case 'prolong': {
      const command = { type: 'Prolong', reason: act.reason, nowMs: deps.now().getTime() } as const
      return void (await handleRequest(deps, id, command, actor))
    }
    case 'unblock':
      return unblock(deps, request, act.reason, actor)
    case 'answer': {
      const { template, reason } = act
      const { outcome } = ADMIN_ANSWERS[template]
      if (outcome === 'done') await doRequested(deps, request, act, actor)
      const answer = { outcome, template, ...(reason === '' ? {} : { reason }) }
      await handleRequest(deps, id, { type: 'Answer', ...answer }, actor)
    }
  }
}

const PROVEN =
  'Esta solicitud se cumple en la pantalla donde se pidió. Si quedó a medias, recházala con una razón.'

async function doRequested(
  deps: Ctx,
  request: ListedRequest,
  { person = '', corrected }: Answer,
  actor: Actor,
): Promise<void> {
  const { id: requestId, kind } = request
  const state = await loadRequest(deps, requestId)
  if (state.status !== 'open') return
  if (state.received.proof !== 'none') throw new Refusal('conflict', PROVEN)
  if (request.profile_id === null) return
  if (kind === 'correction' && corrected === undefined)
    throw new Refusal('invalid', NO_WORDS, { field: 'corrected' })
  const about = state.isConfirmed ? state.about! : await subjectOfPerson(deps, request, person)
  await handleRequest(deps, requestId, { type: 'Confirm', about }, actor)
  if (request.mailbox_id !== null) await deps.subjects.setMailbox(about, request.mailbox_id)
  if (kind === 'erasure') await shredUntilGone(deps.erasing, about, actor)
  if (kind === 'blocking') await blockSubject(deps.erasing, { subject: about, requestId }, actor)
  if (corrected !== undefined && kind === 'correction')
    await correct(deps, { about, requestId, corrected }, actor)
}

const NO_WORDS = 'Escribe los datos como deben quedar.'
const NO_PERSON = 'Elige a una de las personas que dejaron ese nombre o ese teléfono.'
const noPerson = (): Refusal => new Refusal('invalid', NO_PERSON, { field: 'person' })

/** Among those who were shown, and nobody else. @throws Refusal invalid */
async function subjectOfPerson(deps: Ctx, request: ListedRequest, id: string): Promise<string> {
  const match = (await peopleNamedBy(deps, request)).find(({ person }) => person.id === id)
  if (match === undefined) throw noPerson()
  return match.subject
}

interface Correction {
  readonly about: string
  readonly requestId: string
  readonly corrected: NonNullable<Answer['corrected']>
}

/** Under the text that was accepted: a correction accepts no other. */
async function correct(deps: Ctx, { about, requestId, corrected }: Correction, actor: Actor): Promise<void> {
  const wanted = { ...visitorIn(about), momentsMax: 0, formsMax: LIMITS.myFormsMax }
  const { forms } = await leftByVisitor(deps, wanted)
  const form = forms.find(({ fields }) => textOrEmpty(fields.fullName) !== '')
  if (form === undefined) throw noPerson()
  const { full_name: fullName, phone, description } = corrected
  const eventId = derivedId(`correction ${requestId}`)
  const data = { ...visitorIn(about), userAgent: '', request: 'get', fullName, phone, description } as const
  await record(deps.store, interaction, {
    stream: interactionStream(eventId),
    command: { type: 'VisitorIdentified', data: { ...data, consent: form.consent } },
    newId: () => eventId,
    cause: { ...causeBy(deps, actor), correlationId: requestId },
  })
}

const NOT_BLOCKED = 'Esa solicitud no bloqueó nada.'

async function unblock(
  deps: Ctx,
  { kind, about, id: requestId }: ListedRequest,
  reason: string,
  actor: Actor,
): Promise<void> {
  if (kind !== 'blocking' || about === null) throw new Refusal('conflict', NOT_BLOCKED)
  for (const subject of await blockedWith(deps, about))
    await unblockSubject(deps.erasing, { subject, requestId, reason }, actor)
}
