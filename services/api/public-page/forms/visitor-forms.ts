import type { Request, Response } from 'express'
import { identifyBody, postIdentify } from '@app/contracts/api/public-calls.ts'
import { postSubscribe, subscribeBody } from '@app/contracts/api/reminder-calls.ts'
import type { VisitorForm, VisitorFormState } from '@app/contracts/public-page.ts'
import { derivedId } from '@app/event-store/ids.ts'
import type { ProfileRecord } from '@app/projections/profiles/queries.ts'
import { limitedCall } from '../../http/limits/call-lease.ts'
import { recordSubscription, type SubscribeRouteDeps } from '../../reminders/subscribe-routes.ts'
import { recordIdentity } from '../public-routes.ts'
import type { TrafficDeps } from '../traffic-commands.ts'
import { readForm, type Fields } from './form-fields.ts'

export interface VisitorFormDeps extends SubscribeRouteDeps, TrafficDeps {}

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
  readonly submit: (deps: VisitorFormDeps, sent: Sent) => Promise<Outcome>
}

const email = subscribeBody.pick({ email: true })
const identity = identifyBody.pick({ full_name: true, phone: true, description: true })

/** Each does what the call does that the dialog makes, under that call's limit. */
export const FORMS: Readonly<Record<VisitorForm, Form>> = {
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
