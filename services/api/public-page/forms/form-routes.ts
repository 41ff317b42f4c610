import express, { Router, type Request, type Response } from 'express'
import { z } from 'zod'
import {
  FORM_ID_FIELD,
  VISITOR_FORMS,
  visitorFormPath,
  visitorFormRoute,
  type VisitorForm,
  type VisitorFormState,
} from '@app/contracts/public-page.ts'
import { REFUSALS, Refusal } from '@app/contracts/refusals.ts'
import type { ProfileRecord } from '@app/projections/profiles/queries.ts'
import { refusalOf } from '../../http/errors.ts'
import { sendPage } from '../../http/compression/send-page.ts'
import { NOT_KEPT, type Headers } from '../../http/security.ts'
import { pagesOfProfiles, redirectsToSlug } from '../served-page.ts'
import { isFromOwnOrigin } from './own-origin.ts'
import { identifyBody, postIdentify } from '@app/contracts/api/public-calls.ts'
import { postSubscribe, subscribeBody } from '@app/contracts/api/reminder-calls.ts'
import { derivedId } from '@app/event-store/ids.ts'
import { limitedCall } from '../../http/limits/call-lease.ts'
import { recordSubscription } from '../../reminders/subscribe-routes.ts'
import { recordIdentity } from '../public-routes.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { readLimited } from '../../http/limited-body.ts'
import type { PublicPageDeps } from '../public-page-deps.ts'

type Fields = Readonly<Record<string, string>>

const FORM = {
  parser: express.raw({ type: 'application/x-www-form-urlencoded', limit: LIMITS.bodyBytesMax }),
  tooLarge: REFUSALS['too-large'].detail,
}

/** The named fields as they were typed; empty where they are missing, or the body is of another type. */
async function readFields(request: Request, response: Response, names: readonly string[]): Promise<Fields> {
  const body = await readLimited(request, response, FORM)
  const sent = new URLSearchParams(Buffer.isBuffer(body) ? body.toString('utf8') : '')
  return Object.fromEntries(names.map((name) => [name, sent.get(name) ?? '']))
}

type ReadForm<Body> = { readonly body: Body } | { readonly faults: Fields }

/** @returns the first fault of each field that is at fault */
function readForm<Schema extends z.ZodType>(schema: Schema, fields: Fields): ReadForm<z.infer<Schema>> {
  const result = schema.safeParse(fields)
  if (result.success) return { body: result.data }
  const faults = new Map<string, string>()
  for (const { path, message } of result.error.issues) {
    const field = path.join('.')
    if (!faults.has(field)) faults.set(field, message)
  }
  return { faults: Object.fromEntries(faults) }
}

interface Sent {
  readonly record: ProfileRecord
  readonly fields: Fields
  readonly formId: string
  readonly request: Request
  readonly response: Response
}

type Done = Exclude<VisitorFormState, { kind: 'asked' }>
type Outcome = Done | { readonly faults: Fields }

interface Form {
  readonly names: readonly string[]
  readonly submit: (deps: PublicPageDeps, sent: Sent) => Promise<Outcome>
}

const email = subscribeBody.pick({ email: true })
const identity = identifyBody.pick({ full_name: true, phone: true, description: true })

/** Each does what the call does that the dialog makes, under that call's limit. */
const FORMS: Readonly<Record<VisitorForm, Form>> = {
  remind: {
    names: Object.keys(email.shape),
    submit: async (deps, sent) => {
      const read = readForm(email, sent.fields)
      if ('faults' in read) return read
      const body = { ...read.body, profile_id: sent.record.profile.id }
      const call = { call: postSubscribe, parts: { params: {}, body }, principal: undefined }
      return limitedCall(deps, call, sent, async () => {
        const asked = { body, request: sent.request }
        const { message } = await recordSubscription(deps, asked, eventIdOf(sent, body))
        return { kind: 'reminded', message }
      })
    },
  },
  identify: {
    names: Object.keys(identity.shape),
    submit: async (deps, sent) => {
      const read = readForm(identity, sent.fields)
      if ('faults' in read) return read
      const { request, record } = sent
      const params = { profileId: record.profile.id }
      const call = { call: postIdentify, parts: { params, body: read.body }, principal: undefined }
      return limitedCall(deps, call, sent, async () => {
        const said = { eventId: eventIdOf(sent, { ...params, ...read.body }) }
        await recordIdentity(deps, { request, record, said, viewer: async () => undefined }, read.body)
        return { kind: 'identified', name: read.body.full_name }
      })
    },
  },
}

/** The same for the same content of one form: pressed twice, it is one event; changed and pressed again, another. */
const eventIdOf = ({ formId }: Sent, content: object): string =>
  derivedId(`${formId} ${JSON.stringify(content)}`)

const FOREIGN = 'Este formulario se envió desde otro sitio. Revisa tus datos y envíalos desde aquí.'
const HEADERS: Headers = [NOT_KEPT, ['X-Robots-Tag', 'noindex']]
const formIdSent = z.uuid()

/** The forms of the public page for browsers without scripts: GET shows the form, POST answers with a page. */
export function formRoutes(deps: PublicPageDeps): Router {
  const router = Router()
  const ofProfile = pagesOfProfiles(deps)
  for (const form of VISITOR_FORMS) {
    router.get(
      visitorFormRoute(form),
      ofProfile((record, request, response) => {
        if (redirectsToSlug(record, request, response, (slug) => visitorFormPath(slug, form))) return
        sendForm(deps, response, { form, record }, asked(deps.newId(), {}))
      }),
    )
    router.post(
      visitorFormRoute(form),
      ofProfile((record, request, response) => answerForm(deps, { form, record }, request, response)),
    )
  }
  return router
}

interface OfProfile {
  readonly form: VisitorForm
  readonly record: ProfileRecord
}

const asked = (formId: string, typed: Fields, more: { faults?: Fields; problem?: string } = {}) =>
  ({ kind: 'asked', formId, typed, faults: {}, ...more }) as const

async function answerForm(
  deps: PublicPageDeps,
  of: OfProfile,
  request: Request,
  response: Response,
): Promise<void> {
  let typed: Fields = {}
  let formId = deps.newId()
  try {
    const { [FORM_ID_FIELD]: sentId, ...fields } = await readFields(request, response, [
      FORM_ID_FIELD,
      ...FORMS[of.form].names,
    ])
    typed = fields
    formId = formIdSent.safeParse(sentId).data ?? formId
    if (!isFromOwnOrigin(request, deps.publicUrl)) throw new Refusal('forbidden', FOREIGN)
    const outcome = await FORMS[of.form].submit(deps, { ...of, fields, formId, request, response })
    if ('kind' in outcome) return sendForm(deps, response, of, outcome)
    response.status(REFUSALS.invalid.status)
    sendForm(deps, response, of, asked(formId, typed, outcome))
  } catch (error) {
    const refusal = refusalOf(error)
    // Logged, and answered by the error handler.
    if (refusal.code === 'unexpected') throw error
    refuse(deps, response, of, { refusal, state: asked(formId, typed, { problem: refusal.message }) })
  }
}

function refuse(
  deps: PublicPageDeps,
  response: Response,
  of: OfProfile,
  { refusal, state }: { readonly refusal: Refusal; readonly state: VisitorFormState },
): void {
  if (refusal.retryAfterSeconds !== undefined)
    response.setHeader('Retry-After', String(refusal.retryAfterSeconds))
  response.status(REFUSALS[refusal.code].status)
  sendForm(deps, response, of, state)
}

function sendForm(
  { renderer, publicUrl }: PublicPageDeps,
  response: Response,
  { form, record: { profile } }: OfProfile,
  state: VisitorFormState,
): void {
  sendPage(response, renderer.visitorForm({ form, profile, state }, { publicUrl }), HEADERS)
}
