import type { z } from 'zod'
import type { putAdminRequest } from '@app/contracts/privacy/admin-requests.ts'
import type { Actor } from '@app/contracts/event-store.ts'
import { interactionStream, visitorIn } from '@app/contracts/taps/interaction-events.ts'
import { ADMIN_ANSWERS } from '@app/contracts/privacy/requests.ts'
import { textOrEmpty } from '@app/contracts/json-object.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { interaction } from '../../taps/interaction.ts'
import { derivedId } from '../../kernel/log/ids.ts'
import { record } from '../../kernel/commands.ts'
import { causeBy } from '../../kernel/command-context.ts'
import { shredUntilGone } from '../erasures/erase-visitor.ts'
import { blockedWith, blockSubject, unblockSubject } from './block-subject.ts'
import { handleRequest, loadRequest } from './requests.ts'
import type { ListedRequest } from '@app/projections/requests/queries.ts'
import { leftByVisitor } from '@app/projections/visitors/left-by-visitor.ts'
import { peopleNamedBy, type RequestDeps } from './request-rows.ts'

type Act = z.infer<(typeof putAdminRequest)['body']>
type Answer = Extract<Act, { act: 'answer' }>

/** An administrator's act on a request; each may be pressed again after a crash. @throws Refusal */
export async function actOnRequest(
  deps: RequestDeps,
  request: ListedRequest,
  act: Act,
  actor: Actor,
): Promise<void> {
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

/** Where it is about no card, an administrator has done it elsewhere. */
async function doRequested(
  deps: RequestDeps,
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
  if (kind === 'erasure') await shredUntilGone(deps, about, actor)
  if (kind === 'blocking') await blockSubject(deps.mailbox.acts, { subject: about, requestId }, actor)
  if (corrected !== undefined && kind === 'correction')
    await correct(deps, { about, requestId, corrected }, actor)
}

const NO_WORDS = 'Escribe los datos como deben quedar.'
const NO_PERSON = 'Elige a una de las personas que dejaron ese nombre o ese teléfono.'
const noPerson = (): Refusal => new Refusal('invalid', NO_PERSON, { field: 'person' })

/** Among those who were shown, and nobody else. @throws Refusal invalid */
async function subjectOfPerson(deps: RequestDeps, request: ListedRequest, id: string): Promise<string> {
  const found = (await peopleNamedBy(deps, request)).find(({ person }) => person.id === id)
  if (found === undefined) throw noPerson()
  return found.subject
}

interface Correction {
  readonly about: string
  readonly requestId: string
  readonly corrected: NonNullable<Answer['corrected']>
}

/** Under the text that was accepted: a correction accepts no other. */
async function correct(
  deps: RequestDeps,
  { about, requestId, corrected }: Correction,
  actor: Actor,
): Promise<void> {
  const asked = { ...visitorIn(about), momentsMax: 0, formsMax: LIMITS.myFormsMax }
  const { forms } = await leftByVisitor(deps, asked)
  const form = forms.find(({ fields }) => textOrEmpty(fields.fullName) !== '')
  if (form === undefined) throw noPerson()
  const { full_name: fullName, phone, description } = corrected
  const eventId = derivedId(`correction ${requestId}`)
  const data = { ...visitorIn(about), userAgent: '', request: 'get', fullName, phone, description } as const
  await record(deps.store, interaction, {
    stream: interactionStream(eventId),
    command: {
      type: 'RecordInteraction',
      profileActive: true,
      event: { type: 'VisitorIdentified', data: { ...data, consent: form.consent } },
    },
    eventId,
    cause: { ...causeBy(deps, actor), correlationId: requestId },
  })
}

const NOT_BLOCKED = 'Esa solicitud no bloqueó nada.'

async function unblock(
  deps: RequestDeps,
  { kind, about, id: requestId }: ListedRequest,
  reason: string,
  actor: Actor,
): Promise<void> {
  if (kind !== 'blocking' || about === null) throw new Refusal('conflict', NOT_BLOCKED)
  for (const subject of await blockedWith(deps, about))
    await unblockSubject(deps.mailbox.acts, { subject, requestId, reason }, actor)
}
